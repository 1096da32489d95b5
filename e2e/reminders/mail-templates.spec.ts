import type { Locator, Page } from '@playwright/test'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { inCompany, openBilledCompany } from '../steps/company.ts'
import { openAs, toast } from '../steps/log-in.ts'
import { mailTo } from '../steps/mail.ts'

async function openInvoiceEmail(page: Page): Promise<Locator> {
  await page
    .getByRole('table', { name: 'Other emails to customers' })
    .getByRole('row', { name: /^Invoice/ })
    .getByRole('button')
    .first()
    .click()
  return page.getByRole('dialog', { name: 'Invoice' })
}

test('the invoice email is worded with completed variables, tried and sent', { tag: '@gate' }, async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 400/)
  const { company, customer, invoice } = await openBilledCompany(request, 'Own Words', '88.40')
  await openAs(page, company, '/reminders/templates')
  const table = page.getByRole('table', { name: 'Other emails to customers' })
  await expect(table.getByRole('row', { name: /^Receipt/ })).toContainText('Built-in')
  await axeCheck(page)
  await screens(page, 'mail-templates')
  const dialog = await openInvoiceEmail(page)

  const subject = dialog.getByLabel('Subject')
  await subject.fill('')
  await subject.pressSequentially('Bill {{ inv')
  const options = page.getByRole('listbox', { name: 'Options' })
  await expect(options.getByRole('option').first()).toContainText('invoice.number')
  await axeCheck(page)
  await screens(page, 'mail-template-completion')
  await subject.press('ArrowDown')
  await subject.press('ArrowUp')
  await subject.press('Enter')
  await expect(subject).toHaveValue('Bill {{ invoice.number }}')
  await expect(options).toHaveCount(0)
  const text = dialog.getByLabel('Text', { exact: true })
  await text.fill('')
  await text.pressSequentially('Dear {{ cus')
  await text.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await text.pressSequentially('t')
  await text.press('Enter')
  await text.pressSequentially(',\n\nplease pay {{ invoice.remain')
  await text.press('Enter')
  await text.pressSequentially('.')
  await expect(text).toHaveValue('Dear {{ customer.name }},\n\nplease pay {{ invoice.remaining }}.')

  await dialog.getByLabel('Invoice').click()
  await page.getByRole('option', { name: new RegExp(invoice.number) }).click()
  await expect(dialog.getByRole('article', { name: 'Email' })).toContainText(`Bill ${invoice.number}`)
  await expect(page.frameLocator('iframe').getByText('please pay $88.40.')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'mail-template-editor')
  await dialog.getByRole('button', { name: 'Plain text' }).click()
  await expect(dialog.getByRole('article', { name: 'Email' })).toContainText('View and pay invoice:')
  await dialog.getByRole('button', { name: 'Send to me' }).click()
  await expect(toast(page, 'Test email sent')).toBeVisible()
  await mailTo(request, company.email, new RegExp(`^\\[Test\\] Bill ${invoice.number}`))
  await dialog.getByRole('button', { name: 'Save template' }).click()
  await expect(table.getByRole('row', { name: /^Invoice/ })).toContainText('Changed: English')

  await inCompany(request, company, 'POST', `invoices/${invoice.pk}/send/`, {
    message: '',
    email: true,
    request_id: 'send-own-words',
  })
  await mailTo(request, customer.email, new RegExp(`^Bill ${invoice.number}`))
})

test('the built-in text of the invoice email is restored, and differs by language', async ({
  page,
  request,
}) => {
  const { company } = await openBilledCompany(request, 'Own Words Again', '88.40')
  await openAs(page, company, '/reminders/templates')
  const dialog = await openInvoiceEmail(page)
  const subject = dialog.getByLabel('Subject')
  await subject.fill('Bill {{ invoice.number }}')
  await dialog.getByRole('button', { name: 'Save template' }).click()
  await openInvoiceEmail(page)
  await expect(subject).toHaveValue('Bill {{ invoice.number }}')
  await dialog.getByRole('button', { name: 'Use built-in text' }).click()
  await expect(toast(page, 'Built-in text restored')).toBeVisible()
  await expect(subject).toHaveValue(/^Invoice \{\{ invoice\.number \}\} from/)
  await dialog.getByLabel('Language').selectOption('Deutsch')
  await expect(subject).toHaveValue(/^Rechnung /)
  await expect(page.frameLocator('iframe').getByText('Offener Betrag')).toBeVisible()
  await screens(page, 'mail-template-german')
})
