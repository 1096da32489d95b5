import type { Page } from '@playwright/test'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, inCompany, openBilledCompany, openCompany, sendInvoice } from '../steps/company.ts'
import { tabTo, walkTabStops } from '../steps/keyboard.ts'
import { expectThanks, fillCard, paymentsOf, THANKS } from '../steps/paying.ts'
import { enrollCustomer, signInToPortal } from '../steps/portal.ts'

/* Paying several invoices by keys alone, on a phone and on a desktop, and with a dialog that is out of date. */

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const

/** Types a card from the form's first field on, and never uses the mouse. */
async function typeCard(page: Page): Promise<void> {
  await tabTo(page, 'Name on card')
  for (const [field, value] of [
    ['Name on card', 'Maya Okafor'],
    ['Card number', '4242424242424242'],
    ['Expiration date', '0830'],
    ['Security code', '123'],
  ] as const) {
    await expect(page.getByLabel(field)).toBeFocused()
    await page.keyboard.type(value)
    await page.keyboard.press('Tab')
  }
}

for (const size of SIZES) {
  test(`all that is due is paid by keyboard with credit first, ${size.width} pixels wide`, async ({
    page,
    request,
  }) => {
    test.slow()
    const company = await openCompany(request, `Keyed Goods ${size.width} Ltd`)
    const customer = await addCustomer(request, company, 'Rosewood Bistro')
    await sendInvoice(request, company, customer, '120.00', 75)
    await sendInvoice(request, company, customer, '80.50', 40)
    await inCompany(request, company, 'POST', 'credit-memos/', {
      customer: customer.pk,
      issued_on: '2026-01-05',
      total: '50.00',
      request_id: `memo-${crypto.randomUUID()}`,
    })
    await enrollCustomer(request, company, customer)
    await page.setViewportSize(size)
    await signInToPortal(page, company, customer)

    await tabTo(page, 'Pay all · $200.50')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Make a Payment' })
    await expect(dialog.getByLabel('Name on card')).toBeVisible()
    await tabTo(page, 'Use your credit of $50.00 first')
    await page.keyboard.press('Space')
    await expect(dialog).toContainText('You pay $150.50 now.')
    await typeCard(page)
    await tabTo(page, 'Pay $150.50')
    await page.keyboard.press('Enter')
    await expectThanks(dialog)
    await axeCheck(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('region', { name: 'Due now' })).toBeHidden()
  })

  test(`a pay link for several invoices is paid by keyboard, ${size.width} pixels wide`, async ({
    page,
    request,
  }) => {
    test.slow()
    const company = await openCompany(request, `Linked Goods ${size.width} Ltd`)
    const customer = await addCustomer(request, company, 'Fern Street Cafe')
    await sendInvoice(request, company, customer, '120.00', 75)
    await sendInvoice(request, company, customer, '80.50')
    const path = `customers/${customer.pk}/pay-link/`
    const { url } = await inCompany<{ url: string }>(request, company, 'POST', path, {})
    await page.setViewportSize(size)
    await page.goto(url)
    await expect(page.getByRole('region', { name: 'Invoices to pay' })).toBeVisible()
    await typeCard(page)
    await tabTo(page, 'Pay $200.50')
    await page.keyboard.press('Enter')
    await expectThanks(page)
    expect(await paymentsOf(request, company)).toMatchObject([{ total: '200.50', status: 'confirmed' }])
  })
}

for (const size of SIZES) {
  test(`one invoice is paid by keyboard from its link to its receipt, ${size.width} pixels wide`, async ({
    page,
    request,
  }) => {
    test.slow()
    const { company, link } = await openBilledCompany(request, `One By One ${size.width} Ltd`, '95.00')
    await page.setViewportSize(size)
    await page.goto(link)
    await expect(page.getByLabel('Name on card')).toBeVisible()

    const stops = await walkTabStops(page)
    const names = stops.map(({ name }) => name)
    const form = ['Amount', 'Card', 'Name on card', 'Card number', 'Expiration date', 'Security code']
    expect(
      names.filter((name) => form.includes(name)),
      'the form in its order',
    ).toEqual(form)
    expect(names.indexOf('Pay $95.00')).toBeGreaterThan(names.indexOf('Security code'))
    expect(new Set(names).size, names.join(' | ')).toBe(names.length)

    await page.reload()
    await tabTo(page, 'Card')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'E-check' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'PayPal' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Card' }), 'the last tab leads to the first').toBeFocused()
    await page.keyboard.press('ArrowRight')
    await tabTo(page, 'Account holder')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Account holder'), 'Enter leads to what is missing').toBeFocused()
    await expect(page.getByText('This field is required', { exact: true }).first()).toBeVisible()
    await tabTo(page, 'E-check', 'Shift+Tab')
    await page.keyboard.press('ArrowLeft')
    await typeCard(page)
    await tabTo(page, 'Pay $95.00')
    await screens(page, `pay-keyboard-${size.width}`)
    await page.keyboard.press('Enter')
    await expectThanks(page)
    await expect(page.getByRole('heading', { name: THANKS }), 'the result is read out').toBeFocused()
    await tabTo(page, /^Download receipt/)
    const receipt = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await receipt).suggestedFilename()).toMatch(/\.pdf$/)
    await expect(page.getByRole('button', { name: /^Download receipt/ }).first()).toBeFocused()
    await walkTabStops(page)
    expect(await paymentsOf(request, company)).toMatchObject([{ total: '95.00', status: 'confirmed' }])
  })

  test(`the portal’s dialog keeps the focus and gives it back, ${size.width} pixels wide`, async ({
    page,
    request,
  }) => {
    test.slow()
    const { company, customer, invoice } = await openBilledCompany(
      request,
      `Kept In ${size.width} Ltd`,
      '44.00',
    )
    await enrollCustomer(request, company, customer)
    await page.setViewportSize(size)
    await signInToPortal(page, company, customer)
    const name = `Pay Invoice ${invoice.number}, $44.00`
    await tabTo(page, name)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Make a Payment' })
    await expect(dialog.getByLabel('Name on card')).toBeVisible()
    const stops = await walkTabStops(page)
    expect(stops.map(({ name: stop }) => stop)).toContain('Pay $44.00')
    await expect(dialog.locator(':focus'), 'Tab stays inside').toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name })).toBeFocused()

    await page.keyboard.press('Space')
    await expect(dialog.getByLabel('Name on card')).toBeVisible()
    await typeCard(page)
    await tabTo(page, 'Pay $44.00')
    await page.keyboard.press('Space')
    await expectThanks(dialog)
    await tabTo(page, /^Download receipt/)
    const receipt = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await receipt).suggestedFilename()).toMatch(/\.pdf$/)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.locator('body'), 'the focus is not lost').not.toBeFocused()
  })
}

test('a payment of several invoices, one of which changed meanwhile, charges nothing and shows the new total', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of (404|409)/)
  const company = await openCompany(request, 'Late News Ltd')
  const customer = await addCustomer(request, company, 'Pinewood Market')
  const paid = await sendInvoice(request, company, customer, '120.00', 75)
  const voided = await sendInvoice(request, company, customer, '80.50', 40)
  await sendInvoice(request, company, customer, '10.00', 40)
  await enrollCustomer(request, company, customer)
  await signInToPortal(page, company, customer)
  await page.getByRole('button', { name: 'Pay all · $210.50' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Make a Payment' })
  await fillCard(dialog)

  await inCompany(request, company, 'POST', 'payments/', {
    customer: customer.pk,
    type: 'check',
    total: '20.00',
    received_on: '2026-01-05',
    request_id: `check-${crypto.randomUUID()}`,
    invoices: [{ invoice: paid.pk, amount: '20.00' }],
  })
  await dialog.getByRole('button', { name: 'Pay $210.50' }).press('Enter')
  await expect(dialog).toContainText(`${paid.number} changed from $120.00 to $100.00.`)
  await expect(dialog.getByRole('button', { name: 'Pay $190.50' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'portal-several-changed')

  await inCompany(request, company, 'POST', `invoices/${voided.pk}/void/`, { reason: 'Ordered twice' })
  await dialog.getByRole('button', { name: 'Pay $190.50' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Pay $110.00' })).toBeVisible()
  expect((await paymentsOf(request, company)).filter(({ channel }) => channel === 'portal')).toEqual([])
  await dialog.getByRole('button', { name: 'Pay $110.00' }).press('Enter')
  await expectThanks(dialog)
})
