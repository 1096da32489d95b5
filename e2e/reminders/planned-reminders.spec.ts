import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, openCompany, sendInvoice } from '../steps/company.ts'
import { openAs, toast } from '../steps/log-in.ts'
import { mailTo } from '../steps/mail.ts'
import { publishStandardFlow } from '../steps/reminders.ts'

test('an upcoming reminder is read, changed, sent now, skipped and put back', async ({ page, request }) => {
  test.slow()
  const company = await openCompany(request, 'Brightwater Planned')
  const mill = await addCustomer(request, company, 'Old Mill Tavern')
  const invoice = await sendInvoice(request, company, mill, '1543.87', 29)
  await sendInvoice(request, company, await addCustomer(request, company, 'Harbor & Pine'), '90.00', 29)
  await publishStandardFlow(request, company)
  await openAs(page, company, '/?activate_system=true')
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await expect(toast(page, 'Reminders are on')).toBeVisible()

  const row = (name: RegExp) =>
    page.getByRole('table', { name: 'Upcoming reminders' }).getByRole('row', { name }).first()
  await row(/Old Mill Tavern.*Due today/)
    .getByRole('button', { name: 'Old Mill Tavern' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Due today to Old Mill Tavern' })
  await expect(dialog.getByLabel('Subject')).toHaveValue(/is due today/)
  await axeCheck(page)
  await screens(page, 'reminders-planned')
  await dialog.getByLabel('Subject').fill(`${invoice.number}: we spoke on Friday`)
  await dialog.getByLabel('Text').fill('Hello,\n\nas agreed, please pay by Monday.')
  await dialog.getByRole('button', { name: 'Save text' }).click()
  await expect(dialog).toContainText('Changed for this message only')
  await axeCheck(page)
  await screens(page, 'reminders-planned-own-text')
  await page.keyboard.press('Escape')
  await expect(row(/Old Mill Tavern.*Own text/)).toBeVisible()

  await row(/Old Mill Tavern.*Own text/)
    .getByRole('button', { name: 'Old Mill Tavern' })
    .press('Enter')
  await dialog.getByRole('button', { name: 'Send now' }).click()
  await expect(toast(page, /is on its way to Old Mill Tavern/)).toBeVisible()
  expect((await mailTo(request, mill.email, /we spoke on Friday/)).text).toContain('please pay by Monday')

  await row(/Harbor & Pine/)
    .getByRole('button', { name: 'Harbor & Pine' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Skip once' }).click()
  await expect(row(/Harbor & Pine.*Due today/)).toBeHidden()
  await toast(page, /^Skipped/)
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(row(/Harbor & Pine.*Due today/)).toBeVisible()
})
