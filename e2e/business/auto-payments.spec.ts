import type { APIRequestContext, Page } from '@playwright/test'
import { testWithClock as test } from '../dedicated-product.ts'
import { axeCheck, expect, screens } from '../fixtures.ts'
import { addCustomer, inCompany, openCompany, sendInvoice } from '../steps/company.ts'
import { openAs, toast } from '../steps/log-in.ts'
import { mailTo } from '../steps/mail.ts'
import { advanceClock, expectThanks, fillCard, pay, paymentsOf } from '../steps/paying.ts'
import { enrollCustomer, openPortalTab, signInToPortal } from '../steps/portal.ts'

/** Signs a customer with two open invoices in to the portal. The second invoice is due in ten days. */
async function openPortal(page: Page, request: APIRequestContext, name: string) {
  const company = await openCompany(request, name)
  await inCompany(request, company, 'PATCH', 'update-settings/', { system_enabled: true })
  const customer = await addCustomer(request, company, 'Pinewood Market')
  await enrollCustomer(request, company, customer)
  const first = await sendInvoice(request, company, customer, '40.00')
  const second = await sendInvoice(request, company, customer, '300.00', 20)
  await signInToPortal(page, company, customer)
  return { company, customer, first, second }
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Make a Payment' })
const methodsOf = (page: Page) => page.getByRole('region', { name: 'Payment Methods' })
const switchOf = (page: Page) =>
  methodsOf(page).getByRole('switch', { name: 'Pay invoices automatically with Visa •••• 4242' })

/** Pays the first invoice by card and agrees to automatic payments. Runs `check` before the payment. */
async function payWithConsent(page: Page, number: string, check: () => Promise<void>): Promise<void> {
  const dialog = dialogOf(page)
  await page.getByRole('button', { name: `Pay Invoice ${number}, $40.00` }).click()
  await fillCard(dialog)
  await dialog.getByLabel('Pay future invoices automatically').check()
  await check()
  await pay(dialog, '$40.00')
  await expectThanks(dialog)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await openPortalTab(page, 'Payments')
  await expect(switchOf(page)).toBeChecked()
}

test('an automatic payment is announced, charged on the due date and receipted', {
  tag: '@gate',
}, async ({ page, browser, request, watch, product }) => {
  test.slow()
  const { company, customer, first, second } = await openPortal(page, request, 'Tidewater Ltd')
  await payWithConsent(page, first.number, async () => {
    await expect(dialogOf(page)).toContainText('charge this method on each due date')
    await axeCheck(page)
    await screens(page, 'auto-agree')
  })
  await expect(methodsOf(page)).toContainText(`Next: $300.00 for invoice ${second.number} on`)
  await screens(page, 'auto-portal')
  await openPortalTab(page, 'Home')
  await page.getByRole('button', { name: `Pay Invoice ${second.number}, $300.00` }).click()
  const planned = /We’ll charge Visa •••• 4242 on \w{3} \d+, \d{4}/
  await expect(dialogOf(page)).toContainText(planned)
  await axeCheck(page)
  await screens(page, 'auto-planned')
  await page.keyboard.press('Escape')

  const theirs = await browser.newContext({ baseURL: product.url })
  await watch(theirs)
  const staff = await theirs.newPage()
  await openAs(staff, company, `/invoices/${second.pk}`)
  await expect(staff.getByRole('main')).toContainText(planned)
  await axeCheck(staff)
  await screens(staff, 'auto-invoice')
  await staff.getByRole('link', { name: 'Automatic payments' }).click()
  const enrolled = staff.getByRole('row', { name: /Pinewood Market/ })
  await expect(enrolled).toContainText('Visa •••• 4242')
  await expect(enrolled).toContainText(second.number)
  await axeCheck(staff)
  await screens(staff, 'auto-list')

  await advanceClock(request, 'P11D')
  const notice = await mailTo(request, customer.email, /^\$300\.00 will be charged on/)
  expect(notice.text).toContain('Visa •••• 4242')
  expect(notice.links.some((link) => link.includes('/customer-portal-site'))).toBe(true)
  await expect
    .poll(() => paymentsOf(request, company))
    .toMatchObject([
      { total: '300.00', status: 'confirmed', channel: 'auto' },
      { total: '40.00', channel: 'portal' },
    ])
  await mailTo(request, customer.email, /^Receipt: \$300\.00/)
  await page.reload()
  await expect(page.getByRole('row', { name: new RegExp(second.number) })).toContainText('Paid')
  await staff.goto('/payment-processing')
  await expect(staff.getByRole('row', { name: /\$300\.00/ })).toContainText('Visa •••• 4242 · Automatic')
  await screens(staff, 'auto-payments')
  await theirs.close()
})

test('automatic payments are turned off by the customer or the company, and end with their payment method', async ({
  page,
  browser,
  request,
  watch,
}) => {
  test.slow()
  const { company, customer, first } = await openPortal(page, request, 'Ebb and Flow Ltd')
  await payWithConsent(page, first.number, async () => {})
  await switchOf(page).uncheck()
  await expect(toast(page, 'Automatic payments are off')).toBeVisible()
  await expect(methodsOf(page)).toContainText('charge this method on each due date')
  await axeCheck(page)
  await screens(page, 'auto-off')

  const theirs = await browser.newContext()
  await watch(theirs)
  const staff = await theirs.newPage()
  await openAs(staff, company, `/customers/${customer.pk}`)
  const panel = staff.getByRole('region', { name: 'Automatic payments' })
  await expect(panel).toContainText('by the customer')
  await switchOf(page).check()
  await expect(methodsOf(page)).toContainText('On since')
  await staff.reload()
  await expect(panel).toContainText('Visa •••• 4242 pays invoices on their due dates. On since')
  await expect(panel).toContainText('$300.00 on')
  await axeCheck(staff)
  await screens(staff, 'auto-customer')
  await panel.getByRole('button', { name: 'Turn off' }).click()
  const asked = staff.getByRole('dialog', { name: 'Turn off automatic payments?' })
  await screens(staff, 'auto-turn-off')
  await asked.getByRole('button', { name: 'Turn off' }).click()
  await expect(panel).toContainText('by your company')
  await mailTo(request, customer.email, /turned your automatic payments off$/)
  await page.reload()
  await expect(switchOf(page)).not.toBeChecked()

  await switchOf(page).check()
  await expect(methodsOf(page)).toContainText('On since')
  await methodsOf(page).getByRole('button', { name: 'Remove Visa •••• 4242' }).click()
  const removal = page.getByRole('dialog', { name: 'Remove Visa •••• 4242?' })
  await expect(removal).toContainText('This turns off automatic payments')
  await axeCheck(page)
  await screens(page, 'method-remove')
  await removal.getByRole('button', { name: 'Cancel' }).click()
  await expect(methodsOf(page)).toContainText('On since')
  await methodsOf(page).getByRole('button', { name: 'Remove Visa •••• 4242' }).click()
  await removal.getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Visa •••• 4242 was removed')).toBeVisible()
  await expect(methodsOf(page)).toContainText('No payment methods saved')
  await openPortalTab(page, 'Home')
  await page.getByRole('button', { name: /^Pay Invoice .*, \$300\.00/ }).click()
  await expect(dialogOf(page).getByLabel('Card number')).toBeVisible()
  await expect(dialogOf(page)).not.toContainText('•••• 4242')
  await staff.reload()
  await expect(panel).toContainText('because the method was removed')
  await theirs.close()
})

test('an announced charge leaves with the form once its invoice is paid by hand', async ({
  page,
  request,
}) => {
  test.slow()
  const { first, second } = await openPortal(page, request, 'Estuary Ltd')
  await payWithConsent(page, first.number, async () => {})
  await openPortalTab(page, 'Home')
  await page.getByRole('button', { name: `Pay Invoice ${second.number}, $300.00` }).click()
  const dialog = dialogOf(page)
  const planned = dialog.getByText(/We’ll charge Visa •••• 4242 on/)
  await expect(planned).toBeVisible()
  await pay(dialog, '$300.00')
  await expectThanks(dialog)
  await expect(planned).toHaveCount(0)
  await axeCheck(page)
  await screens(page, 'auto-paid-by-hand')
})
