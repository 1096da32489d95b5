import { testWithClock as test } from '../dedicated-product.ts'
import { axeCheck, expect, screens } from '../fixtures.ts'
import { addCustomer, inCompany, openCompany, sendInvoice } from '../steps/company.ts'
import { openAs, toast } from '../steps/log-in.ts'
import { linkTo, mailTo } from '../steps/mail.ts'
import { advanceDays } from '../steps/paying.ts'
import { publishStandardFlow } from '../steps/reminders.ts'

test('a customer stops reminders by the link of one, and the company sees why and uses the address again', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  const company = await openCompany(request, 'Brightwater Unsubscribed')
  const customer = await addCustomer(request, company, 'Old Mill Tavern')
  // Due in a day, on the step “Due today” of the ready-made flow.
  await sendInvoice(request, company, customer, '1880.01', 29)
  await publishStandardFlow(request, company)
  await inCompany(request, company, 'PATCH', 'update-settings/', { system_enabled: true })
  await advanceDays(request, 2)
  const link = linkTo(await mailTo(request, customer.email, /is due today|was due on/), '/unsubscribe')

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Stop reminders?' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(customer.email)
  await axeCheck(page)
  await screens(page, 'unsubscribe')
  await page.getByRole('button', { name: 'Stop reminders' }).click()
  await expect(page.getByRole('heading', { name: 'Reminders are stopped' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'unsubscribe-done')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Stop reminders' }).click()
  // A reload would cancel the call.
  await expect(page.getByRole('heading', { name: 'Reminders are stopped' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Reminders are stopped' })).toBeVisible()
  expectConsole(/404 .*\/api\/unsubscribe\//)
  await page.goto(link.replace(/token=.{8}/, 'token=AAAAAAAA'))
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  await screens(page, 'unsubscribe-unknown')

  await advanceDays(request, 14)
  await openAs(page, company, '/reminders?view=held')
  await expect(page.getByRole('main')).toContainText('The customer unsubscribed from reminders')
  await page.goto(`/customers/${customer.pk}`)
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details).toContainText('Its reader wants no reminders')
  await axeCheck(page)
  await screens(page, 'customer-unsubscribed')
  await details.getByRole('button', { name: 'Use this address again' }).click()
  const dialog = page.getByRole('dialog', { name: `Use ${customer.email} again?` })
  await expect(dialog).toContainText('They unsubscribed from reminders.')
  await screens(page, 'customer-use-address-again')
  await dialog.getByRole('button', { name: 'Use this address again' }).click()
  await expect(toast(page, 'The address is used again')).toBeVisible()
  await expect(details.getByText('Unsubscribed', { exact: true })).toBeHidden()
  await page.goto('/activity')
  await expect(page.getByRole('main')).toContainText('Old Mill Tavern unsubscribed from reminders')
})

test('an admin copies the DNS records that make emails arrive', async ({ page, request }) => {
  const company = await openCompany(request, 'Brightwater Records')
  await openAs(page, company, '/settings/email-delivery')
  const spf = page.getByRole('region', { name: 'SPF', exact: true })
  await expect(spf).toContainText('v=spf1')
  await expect(spf).toContainText('Not checked')
  await axeCheck(page)
  await screens(page, 'settings-email-delivery')
})
