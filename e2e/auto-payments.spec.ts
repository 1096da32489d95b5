import { addCustomer, type Company, inCompany, openCompany, sendInvoice } from './steps/company.ts'
import { mailTo } from './steps/mail.ts'
import { advanceClock, expectThanks, fillCard, pay } from './steps/paying.ts'
import { enrolCustomer, signInToPortal } from './steps/portal.ts'
import { openAs, toast } from './steps/signing-in.ts'
import { axeCheck, expect, screens, test } from './support.ts'

/** The payments of a company, as its staff see them. */
const paymentsOf = async (request: Parameters<typeof inCompany>[0], company: Company) =>
  (
    await inCompany<{ results: { total: string; status: string; channel: string }[] }>(
      request,
      company,
      'GET',
      'payments/',
    )
  ).results

test('D-013 R-61 B-054 a payer lets a card pay by itself: told, charged when due, and turned off again', async ({
  page,
  browser,
  request,
  watch,
}) => {
  test.slow()
  const company = await openCompany(request, 'Tidewater Ltd')
  const customer = await addCustomer(request, company, 'Pinewood Market')
  await enrolCustomer(request, company, customer)
  const first = await sendInvoice(request, company, customer, '40.00')
  const second = await sendInvoice(request, company, customer, '300.00')

  await signInToPortal(page, company, customer)
  await expect(page.getByRole('region', { name: 'Payment Methods' })).toHaveCount(0)
  await page.getByRole('button', { name: `Pay Invoice ${first.number}, $40.00` }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a Payment' })
  await fillCard(dialog)
  await dialog.getByLabel('Pay future invoices automatically').check()
  await expect(dialog).toContainText('charged for each invoice that falls due from now on')
  await axeCheck(page)
  await screens(page, 'auto-agree')
  await pay(dialog, '$40.00')
  await expectThanks(dialog)
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  const methods = page.getByRole('region', { name: 'Payment Methods' })
  const auto = methods.getByRole('switch', { name: 'Pay invoices automatically with Visa •••• 4242' })
  await expect(auto).toBeChecked()
  await expect(methods).toContainText(`Next: $300.00 for invoice ${second.number} on`)
  await axeCheck(page)
  await screens(page, 'auto-portal')
  await page.getByRole('button', { name: `Pay Invoice ${second.number}, $300.00` }).click()
  await expect(dialog).toContainText(/Will be charged to Visa •••• 4242 on \w{3} \d+, \d{4}/)
  await axeCheck(page)
  await screens(page, 'auto-planned')
  await page.keyboard.press('Escape')

  const theirs = await browser.newContext()
  await watch(theirs)
  const staff = await theirs.newPage()
  await openAs(staff, company, `/invoices/${second.pk}`)
  await expect(staff.getByRole('main')).toContainText(/Will be charged to Visa •••• 4242 on \w{3} \d+, \d{4}/)
  await axeCheck(staff)
  await screens(staff, 'auto-invoice')
  await staff.goto(`/customers/${customer.pk}`)
  const panel = staff.getByRole('region', { name: 'Automatic payments' })
  await expect(panel).toContainText('Visa •••• 4242 pays invoices when they fall due, since')
  await expect(panel).toContainText('$300.00 on')
  await axeCheck(staff)
  await screens(staff, 'auto-customer')

  // Other journeys may have moved the clock meanwhile, and may do so while this one waits: it looks until it is there.
  await advanceClock(request, 'P31D')
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

  await auto.uncheck()
  await expect(toast(page, 'Automatic payments are off')).toBeVisible()
  await expect(auto).not.toBeChecked()
  await expect(methods).toContainText('charged for each invoice that falls due from now on')
  await axeCheck(page)
  await screens(page, 'auto-off')
  await staff.goto(`/customers/${customer.pk}`)
  await expect(panel).toContainText('by the customer')

  await auto.check()
  await expect(auto).toBeChecked()
  await staff.reload()
  await panel.getByRole('button', { name: 'Turn off' }).click()
  const asked = staff.getByRole('dialog', { name: 'Turn automatic payments off?' })
  await axeCheck(staff)
  await screens(staff, 'auto-turn-off')
  await asked.getByRole('button', { name: 'Turn off' }).click()
  await expect(panel).toContainText('by your company')
  await mailTo(request, customer.email, /turned your automatic payments off$/)
  await theirs.close()
})
