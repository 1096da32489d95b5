import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { inCompany, openCompany } from '../steps/company.ts'
import { openAs, toast } from '../steps/log-in.ts'

test('the second of two people is told who changed a template or a setting, when and how, and replaces it knowingly', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 409/)
  const company = await openCompany(request, 'Two Clerks Ltd')
  const texts = {
    subject: 'Invoice {{ invoice.number }}',
    body: 'Hello,\n\nplease pay {{ invoice.remaining }} this week.',
  }
  const template = await inCompany<{ pk: string }>(request, company, 'POST', 'reminder-templates/', {
    name: 'Gentle',
    ...texts,
  })
  await openAs(page, company, '/reminders/templates')
  await page.getByRole('button', { name: 'Gentle', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Gentle' })
  await dialog.getByLabel('Text', { exact: true }).fill(`${texts.body}\n\nMine.`)
  await inCompany(request, company, 'PUT', `reminder-templates/${template.pk}/`, {
    name: 'Gentle',
    subject: texts.subject,
    body: texts.body.replace('this week', 'by Friday'),
  })
  await dialog.getByRole('button', { name: 'Save template' }).click()
  await expect(dialog).toContainText('Somebody else changed this since you opened it.')
  await expect(dialog).toContainText('“…this week.” became “…by Friday.”')
  await axeCheck(page)
  await screens(page, 'template-changed-meanwhile')
  await dialog.getByRole('button', { name: 'Save template' }).click()
  await expect(toast(page, 'Template saved')).toBeVisible()

  await page.goto('/settings/account-settings')
  const note = page.getByLabel('Note to the customer')
  await note.fill('Mine.')
  await inCompany(request, company, 'PATCH', 'update-settings/', {
    default_notes: 'Theirs.',
    holding_on_weekend: true,
  })
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(note).toHaveAccessibleDescription(/changed this on .*: it is “Theirs\.” now\. Save again/)
  await axeCheck(page)
  await screens(page, 'settings-changed-meanwhile')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(toast(page, 'Account settings saved')).toBeVisible()
  await expect(page.getByLabel('Wait on weekends')).toBeChecked()
  await page.reload()
  await expect(note).toHaveValue('Mine.')
})
