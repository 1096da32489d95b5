import { axeCheck, expect, productUrl, screens, test } from '../fixtures.ts'
import { addCustomer, inCompany, openCompany, sendInvoice } from '../steps/company.ts'
import { expectThanks, fillCard, paymentsOf } from '../steps/paying.ts'
import { enrollCustomer, signInToPortal } from '../steps/portal.ts'

test('a customer pays all that is due with one payment, and selected rows with another', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Harbor Lights Ltd')
  await inCompany(request, company, 'PATCH', 'company/', { phone: '414 555 0142' })
  const customer = await addCustomer(request, company, 'Pinewood Market')
  await sendInvoice(request, company, customer, '120.00', 75)
  await sendInvoice(request, company, customer, '80.50', 40)
  const later = await sendInvoice(request, company, customer, '300.00')
  const last = await sendInvoice(request, company, customer, '45.00')
  await enrollCustomer(request, company, customer)
  await signInToPortal(page, company, customer)

  const due = page.getByRole('region', { name: 'Due now' })
  await expect(due).toContainText('$200.50')
  await expect(page.getByRole('region', { name: 'Next dates' })).toContainText('$345.00 due later')
  await expect(page.getByRole('region', { name: 'Questions?' })).toContainText(company.email)
  await axeCheck(page)
  await screens(page, 'portal-due')

  await due.getByRole('button', { name: 'Pay all · $200.50' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Make a Payment' })
  await expect(dialog.getByLabel('Amount')).toHaveValue('200.50')
  const boxes = dialog.getByRole('region', { name: 'Invoices to pay' }).getByRole('checkbox')
  await boxes.first().press('Space')
  await expect(dialog.getByLabel('Amount')).toHaveValue('80.50')
  await boxes.first().press('Space')
  await fillCard(dialog)
  await axeCheck(page)
  await screens(page, 'portal-pay-several')
  await dialog.getByRole('button', { name: 'Pay $200.50' }).press('Enter')
  await expectThanks(dialog)
  await expect(dialog).toContainText('$120.00')
  await screens(page, 'portal-paid-several')
  await dialog.getByRole('button', { name: 'Close' }).last().press('Enter')
  await expect(page.getByRole('region', { name: 'Next payment' })).toBeVisible()

  await page.getByRole('link', { name: 'See All Invoices' }).click()
  for (const { number } of [later, last]) await page.getByRole('checkbox', { name: number }).press('Space')
  await screens(page, 'portal-selected')
  await page.getByRole('button', { name: 'Pay $345.00' }).press('Enter')
  await fillCard(dialog)
  await dialog.getByLabel('Amount').fill('310')
  await dialog.getByRole('button', { name: 'Pay $310.00' }).press('Enter')
  await expectThanks(dialog)
  await dialog.getByRole('button', { name: 'Close' }).last().press('Enter')
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('region', { name: 'Total Amount Owed' })).toContainText('$35.00')
})

test('a payment of several invoices with credit first, whose answer was lost, is charged once', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/ERR_CONNECTION_FAILED|ERR_INTERNET|NS_ERROR|Failed to load resource/)
  const company = await openCompany(request, 'Lost Twice Ltd')
  const customer = await addCustomer(request, company, 'Pinewood Market')
  await sendInvoice(request, company, customer, '120.00', 75)
  await sendInvoice(request, company, customer, '80.00', 40)
  await inCompany(request, company, 'POST', 'credit-memos/', {
    customer: customer.pk,
    issued_on: '2026-01-05',
    total: '50.00',
    request_id: `memo-${crypto.randomUUID()}`,
  })
  await enrollCustomer(request, company, customer)
  await signInToPortal(page, company, customer)
  await page.getByRole('button', { name: 'Pay all · $200.00' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a Payment' })
  await dialog.getByRole('checkbox', { name: 'Use your credit of $50.00 first' }).check()
  await fillCard(dialog)
  const ids: unknown[] = []
  await page.route('**/payment-options/sandbox-card/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    ids.push(route.request().postDataJSON().request_id)
    // The first request never leaves, the second arrives and its answer is lost.
    if (ids.length === 1) return route.abort('internetdisconnected')
    if (ids.length > 2) return route.continue()
    // Node may not resolve the company's host, so it is sent as a header.
    const { pathname, host } = new URL(route.request().url())
    const url = new URL(pathname, productUrl()).href
    const headers = { ...(await route.request().allHeaders()), host }
    expect((await route.fetch({ url, headers })).status()).toBe(200)
    return route.abort('connectionfailed')
  })
  const button = dialog.getByRole('button', { name: 'Pay $150.00' })
  await button.click()
  await expect(dialog.getByText('We couldn’t confirm your payment')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'portal-several-lost')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => ids.length).toBe(2)
  await expect(dialog.getByText('We couldn’t confirm your payment')).toBeVisible()
  await button.click()
  await expectThanks(dialog)
  expect(new Set(ids).size, 'one request, sent three times').toBe(1)
  const made = await paymentsOf(request, company)
  expect(made.filter(({ status }) => status === 'confirmed')).toMatchObject([{ total: '150.00' }])
  await page.reload()
  await expect(page.getByRole('region', { name: 'Total Amount Owed' })).toContainText('$0.00')
})
