import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, inCompany, openCompany, sendInvoice } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'
import { mailTo } from '../steps/mail.ts'
import { publishStandardFlow } from '../steps/reminders.ts'

test('a clerk reminds of many invoices at once, and reads before who gets what and who is left out', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Remind Many Ltd')
  const harbor = await addCustomer(request, company, 'Harbor Foods')
  const kissa = await addCustomer(request, company, 'Kissa Oy')
  const quiet = await addCustomer(request, company, 'Quiet Mill')
  const numbers: string[] = []
  for (const [customer, amount] of [
    [harbor, '1250.00'],
    [kissa, '480.00'],
    [harbor, '90.50'],
    [quiet, '77.00'],
  ] as const)
    numbers.push((await sendInvoice(request, company, customer, amount, 40)).number)
  await inCompany(request, company, 'PATCH', 'update-settings/', { system_enabled: true })
  await publishStandardFlow(request, company)
  await inCompany(request, company, 'POST', 'reminders/pauses/', {
    scope: 'customer',
    subject: quiet.pk,
    until: null,
    note: '',
  })

  await openAs(page, company, '/invoices')
  const table = page.getByRole('table', { name: 'Invoices' })
  const bar = page.getByRole('region', { name: 'Selection' })
  await table.getByRole('checkbox', { name: 'Select all' }).check()
  await bar.getByRole('button', { name: 'Remind now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send reminders for 4 invoices' })
  await expect(dialog).toContainText('3 of 4 selected invoices, $1,820.50 in all, in 2 emails.')
  const emails = dialog.getByRole('list', { name: 'Emails' }).getByRole('listitem')
  await expect(emails.filter({ hasText: 'Harbor Foods' })).toContainText(harbor.email)
  await expect(emails.filter({ hasText: 'Harbor Foods' })).toContainText('$1,340.50')
  await expect(dialog).toContainText('Left out: 1 with reminders to the customer paused (Quiet Mill).')
  await axeCheck(page)
  await screens(page, 'invoices-remind-many')
  await dialog.getByRole('button', { name: 'Send reminders for 3 invoices' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByText('Reminders sent for 3 invoices')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/Left out: \S+ \(with reminders to the customer paused\)/)).toBeVisible()
  await screens(page, 'invoices-remind-ended')
  const mail = await mailTo(request, harbor.email, /2 invoices|invoices/)
  expect(mail.text).toContain(numbers[0])
  expect(mail.text).toContain(numbers[2])
})
