import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { reloadAsRole } from '../steps/changed-responses.ts'
import { addCustomer, inCompany, openCompany, sendInvoice } from '../steps/company.ts'
import { openAs, toast } from '../steps/log-in.ts'

/** Records a payment of $100.00 on the page of an invoice of $100.00. */
async function recordOnInvoice(page: Page, request: APIRequestContext, name: string, role?: 'advisor') {
  const company = await openCompany(request, name)
  const customer = await addCustomer(request, company, 'Copper Kettle')
  const invoice = await sendInvoice(request, company, customer, '100.00')
  await openAs(page, company, `/invoices/${invoice.pk}`)
  if (role) await reloadAsRole(page, role)
  await page.getByRole('button', { name: 'Record payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  await dialog.getByLabel('Email a receipt to the customer').uncheck()
  await dialog.getByRole('button', { name: 'Record $100.00' }).click()
  const message = toast(page, 'Recorded $100.00')
  await expect(message).toContainText(`From Copper Kettle for ${invoice.number}`)
  const found = await inCompany<{ results: { pk: string; transaction_number: string }[] }>(
    request,
    company,
    'GET',
    'payments/',
  )
  const payment = found.results[0]!
  const readPayment = () =>
    inCompany<{ status: string; refunded_amount: string; refunds: unknown[] }>(
      request,
      company,
      'GET',
      `payments/${payment.pk}/`,
    )
  return { company, invoice, payment, message, readPayment }
}

test('a double click on Undo in the toast refunds a recorded payment once', {
  tag: '@gate',
}, async ({ page, request }) => {
  const { company, invoice, payment, message, readPayment } = await recordOnInvoice(page, request, 'Undo Ltd')
  await expect(page.getByRole('main').getByText('Paid', { exact: true })).toBeVisible()
  await expect(message.getByRole('link', { name: 'View payment' })).toHaveAttribute(
    'href',
    `/payment-processing/${payment.pk}`,
  )
  // F8 focuses the toast, which stays while it has the focus.
  await page.keyboard.press('F8')
  await axeCheck(page)
  await screens(page, 'payment-recorded-message')
  let refunds = 0
  page.on('request', (sent) => {
    if (sent.method() === 'POST' && sent.url().endsWith('/refund/')) refunds += 1
  })
  await message.getByRole('button', { name: 'Undo' }).dblclick()
  const undone = toast(page, 'Payment undone')
  await expect(undone).toContainText(
    `$100.00 of ${payment.transaction_number} was refunded. ${invoice.number} is open again.`,
  )
  await expect(message.getByText('Recorded $100.00')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Remaining' })).toContainText('$100.00')
  expect(refunds).toBe(1)
  expect(await readPayment()).toMatchObject({
    status: 'refunded',
    refunded_amount: '100.00',
    refunds: [{ amount: '100.00', reason: 'Undone after recording' }],
  })
  expect(await inCompany(request, company, 'GET', `invoices/${invoice.pk}/`)).toMatchObject({
    remaining: '100.00',
  })
})

test('Undo does not refund a payment that was refunded or reconciled since, and gives the reason', async ({
  page,
  request,
}) => {
  const { company, payment, message, readPayment } = await recordOnInvoice(page, request, 'Too Late Ltd')
  await inCompany(request, company, 'POST', `payments/${payment.pk}/refund/`, {
    total: '100.00',
    total_currency: 'USD',
    request_id: randomUUID(),
  })
  await message.getByRole('button', { name: 'Undo' }).click()
  const refused = toast(page, 'We couldn’t undo this')
  await expect(refused).toContainText(`${payment.transaction_number} was already refunded.`)
  await expect(refused.getByRole('link', { name: 'View payment' })).toHaveCount(1)
  expect(await readPayment()).toMatchObject({ refunded_amount: '100.00', refunds: [{ amount: '100.00' }] })

  await page.getByRole('button', { name: 'Record payment' }).click()
  await page.getByRole('dialog').getByLabel('Amount').fill('30')
  await page.getByRole('dialog').getByRole('button', { name: 'Record $30.00' }).click()
  await expect(toast(page, 'Recorded $30.00')).toBeVisible()
  const { results } = await inCompany<{ results: { pk: string; transaction_number: string }[] }>(
    request,
    company,
    'GET',
    'payments/?filter_total=30',
  )
  await inCompany(request, company, 'POST', `payments/${results[0]!.pk}/post/`, {})
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'We couldn’t undo this')).toContainText(
    `${results[0]!.transaction_number} changed after you recorded it. Open it to refund it.`,
  )
  expect(await inCompany(request, company, 'GET', `payments/${results[0]!.pk}/`)).toMatchObject({
    status: 'confirmed',
    refunded_amount: '0.00',
    refunds: [],
  })
})

test('a toast with Undo stays while it is hovered or focused, and F8 focuses it', async ({
  page,
  request,
}) => {
  const { message, readPayment } = await recordOnInvoice(page, request, 'Slow Hands Ltd')
  const undo = message.getByRole('button', { name: 'Undo' })
  await undo.hover()
  await page.clock.install()
  await page.clock.runFor(60_000)
  await expect(undo, 'it is pointed at').toBeVisible()
  await page.mouse.move(5, 5)
  await page.clock.runFor(10_000)
  await expect(undo, 'it stays ten seconds').toBeVisible()
  await page.keyboard.press('F8')
  await expect(message.getByRole('link', { name: 'View payment' })).toBeFocused()
  await page.clock.runFor(60_000)
  await page.keyboard.press('Tab')
  await expect(undo, 'it has the focus').toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Payment undone')).toBeVisible()
  await expect(page.locator('body'), 'the focus is back on the page').not.toBeFocused()
  expect(await readPayment()).toMatchObject({ refunded_amount: '100.00' })
  await page.clock.runFor(12_500)
  await expect(toast(page, 'Payment undone')).toHaveCount(0)
})

test('the toast offers no Undo to a user who may not refund', async ({ page, request }) => {
  const { message } = await recordOnInvoice(page, request, 'Advised Ltd', 'advisor')
  await expect(message.getByRole('link', { name: 'View payment' })).toBeVisible()
  await expect(message.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})
