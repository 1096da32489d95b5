import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import {
  addCustomer,
  type Invoice,
  inCompany,
  openCompany,
  payLinkOf,
  sendInvoice,
  todayOf,
} from '../steps/company.ts'
import { openAs, toast } from '../steps/log-in.ts'
import { mailTo } from '../steps/mail.ts'
import { expectThanks, fillCard, pay } from '../steps/paying.ts'

/** Chooses an item of the More actions menu. */
async function chooseAction(page: Page, entry: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('a draft shows its totals, is sent with its PDF, and can be edited after sending', {
  tag: '@gate',
}, async ({ page, request }) => {
  test.slow()
  const company = await openCompany(request, 'Draft & Quill')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  await openAs(page, company, '/invoices')
  await expect(page.getByText('No invoices yet')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'invoices-none')
  await page.getByRole('link', { name: 'New invoice' }).first().click()

  await page.getByRole('combobox', { name: 'Customer' }).fill('harbor')
  await page.getByRole('option', { name: /Harbor Foods/ }).click()
  await page.getByLabel('Item, line 1').fill('Hot cups, 12 oz')
  await page.getByLabel('Quantity, line 1').fill('4')
  await page.getByLabel('Price, line 1').fill('25')
  await page.getByLabel('Discount, line 1').fill('10')
  await page.getByLabel('Tax, line 1').selectOption('Other rate…')
  const rate = page.getByRole('dialog', { name: 'Tax rate' })
  await rate.getByLabel('Name').fill('Sales tax')
  await rate.getByLabel('Rate').fill('5')
  await axeCheck(page)
  await rate.getByRole('button', { name: 'Use this rate' }).click()
  await page.getByRole('button', { name: 'Add line' }).click()
  await page.getByLabel('Item, line 2').fill('Delivery')
  await page.getByLabel('Quantity, line 2').fill('1.5')
  await page.getByLabel('Price, line 2').fill('20')
  await expect(page.getByLabel('Tax, line 2'), 'a new line takes the tax of the line above').toHaveValue(
    '5 Sales tax',
  )
  await page.getByLabel('Tax, line 2').selectOption('None')
  const lines = page.getByRole('region', { name: 'Lines' })
  await expect(lines.getByRole('status', { name: 'Amount, line 1' })).toHaveText('90.00')
  await expect(lines.getByRole('status', { name: 'Amount, line 2' })).toHaveText('30.00')
  await expect(lines.getByRole('term').filter({ hasText: 'Sales tax 5%' })).toBeVisible()
  await expect(lines.getByText('Subtotal after discounts of 10.00')).toBeVisible()
  await expect(lines.getByText('120.00', { exact: true })).toBeVisible()
  await expect(lines.getByText('$124.50')).toBeVisible()
  const preview = page.getByRole('article', { name: 'Invoice preview' })
  await expect(preview).toContainText('Harbor Foods')
  await expect(preview).toContainText('$124.50')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/invoice=/)
  await axeCheck(page)
  await screens(page, 'invoice-editor')

  await page.getByRole('button', { name: 'Send invoice' }).click()
  const dialog = page.getByRole('dialog', { name: /^Send invoice/ })
  await expect(dialog.getByLabel('To')).toHaveValue(customer.email)
  await expect(dialog).toContainText('Harbor Foods will owe $124.50 more')
  const email = dialog.getByRole('region', { name: 'Email preview' })
  await expect(email).toContainText(/Please find invoice \S+ attached as a PDF\./)
  await dialog.getByLabel('Message').fill('Thank you for your order.')
  await expect(email).toContainText('Thank you for your order.')
  const subject = (await email.locator('b').textContent())!
  expect(subject).toMatch(/ from Draft & Quill — \$124\.50 due /)
  await axeCheck(page)
  await screens(page, 'invoice-send')
  await dialog.getByRole('button', { name: 'Send invoice' }).click()
  await expect(page.getByText('Invoice sent')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Remaining' })).toContainText('$124.50')
  const number = (await page.getByRole('heading', { level: 1 }).textContent())!.replace('Invoice ', '')
  await axeCheck(page)
  await screens(page, 'invoice')

  const message = await mailTo(request, customer.email, new RegExp(number))
  expect(message.subject).toBe(subject)
  expect(message.text).toContain('Thank you for your order.')
  expect(message.text).toContain('$124.50')
  expect(message.attachments).toMatchObject([{ media_type: 'application/pdf' }])
  const attached = await request.get(message.attachments[0]!.url)
  expect((await attached.body()).subarray(0, 5).toString()).toBe('%PDF-')

  const download = page.waitForEvent('download')
  await chooseAction(page, 'Download PDF')
  const pdf = await download
  expect(pdf.suggestedFilename()).toBe(`Invoice ${number}.pdf`)
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-')

  await chooseAction(page, 'Edit')
  await page.getByLabel('Quantity, line 2').fill('2')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(/^Saved at/)).toBeVisible()
  await expect(page).toHaveURL(/invoice=/)
  await page.goto('/invoices')
  const row = page.getByRole('table', { name: 'Invoices' }).getByRole('row', { name: new RegExp(number) })
  await expect(row).toContainText('134.50')
  await expect(row).toContainText(/Due in \d+ days/)
  await axeCheck(page)
  await screens(page, 'invoices')
})

test('amounts accept a decimal comma or point, and typing replaces the value of a field', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 400/)
  const company = await openCompany(request, 'Comma & Point')
  await addCustomer(request, company, 'Harbor Foods')
  await openAs(page, company, '/invoices')
  await page.getByRole('link', { name: 'New invoice' }).first().click()
  const type = async (label: string, text: string) => {
    await page.getByLabel(label).click()
    await page.keyboard.type(text)
  }
  await page.getByLabel('Item, line 1').fill('Flour')
  await type('Price, line 1', '1.234,56')
  await type('Quantity, line 1', '2,5')
  await expect(page.getByLabel('Price, line 1')).toHaveValue('1,234.56')
  await expect(page.getByLabel('Amount, line 1')).toHaveText('3,086.40')
  await type('Price, line 1', '45,50')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Amount, line 1')).toHaveText('113.75')
  await type('Price, line 1', '1.2345')
  await page.getByRole('combobox', { name: 'Customer' }).fill('harbor')
  await expect(
    page.getByText('Enter an amount with at most 2 decimals.'),
    'shown when the field loses the focus',
  ).toBeVisible()
  await page.getByRole('option', { name: /Harbor Foods/ }).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByLabel('Price, line 1')).toHaveAttribute('aria-invalid', 'true')
  // The invalid field has the focus, and its text is selected.
  await page.keyboard.type('1,23')
  await expect(page.getByLabel('Price, line 1')).not.toHaveAttribute('aria-invalid')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/invoice=/)
})

test('an invoice is duplicated, voided or written off, and a draft is deleted', {
  tag: '@gate',
}, async ({ page, request }) => {
  const company = await openCompany(request, 'Second Copy Ltd')
  const customer = await addCustomer(request, company, 'Old Mill Tavern')
  const invoice = await sendInvoice(request, company, customer, '250.00')
  const lost = await sendInvoice(request, company, customer, '80.00')
  await openAs(page, company, `/invoices/${invoice.pk}`)
  await chooseAction(page, 'Duplicate')
  await expect(page.getByText('Invoice duplicated')).toBeVisible()
  await expect(page.getByLabel('Price, line 1')).toHaveValue('250.00')
  await page.goto('/invoices?view=draft')
  await page.getByRole('table', { name: 'Invoices' }).getByRole('rowheader').getByRole('link').click()
  await chooseAction(page, 'Delete draft…')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click()
  await expect(page.getByText('Draft deleted')).toBeVisible()
  await expect(page).toHaveURL(/\/invoices$/)

  await page.goto(`/invoices/${invoice.pk}`)
  await chooseAction(page, 'Void…')
  const voiding = page.getByRole('dialog', { name: `Void ${invoice.number}` })
  await expect(voiding).toContainText('Old Mill Tavern no longer owes $250.00')
  await voiding.getByLabel('Reason').fill('Ordered twice')
  await axeCheck(page)
  await screens(page, 'invoice-void')
  await voiding.getByRole('button', { name: `Void ${invoice.number}` }).click()
  await expect(page.getByText('Invoice voided')).toBeVisible()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Ordered twice')
  const end = page.getByRole('region', { name: 'Remaining' })
  await expect(end).toContainText(/^Voided \$250\.00on [A-Z][a-z]{2} \d+Reason: Ordered twice$/)
  await expect(end).not.toContainText('$0.00')
  await screens(page, 'invoice-voided')
  await expect(page.getByRole('main').getByText('Void', { exact: true })).toBeVisible()

  await page.goto(`/invoices/${lost.pk}`)
  await chooseAction(page, 'Write off…')
  await page.getByRole('dialog').getByRole('button', { name: 'Write off $80.00' }).click()
  await expect(page.getByText('Invoice written off')).toBeVisible()
  await expect(end).toContainText(/^Written off \$80\.00on [A-Z][a-z]{2} \d+$/)
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Write-off undone', { exact: true })).toBeVisible()
  await expect(end).toContainText(/^\$80\.00remaining of \$80\.00/)
  await chooseAction(page, 'Write off…')
  await page.getByRole('dialog').getByRole('button', { name: 'Write off $80.00' }).click()
  await expect(end).toContainText(/^Written off/)
  await page.goto(`/customers/${customer.pk}`)
  await expect(page.getByText('0 open invoices, $0.00 received')).toBeVisible()
  const latest = page.getByRole('table', { name: 'Latest invoices' })
  await expect(latest.getByRole('row', { name: new RegExp(lost.number) })).toContainText('Written off')
  await page.goto('/invoices')
  const views = page.getByRole('navigation', { name: 'Invoices shown' })
  await views.getByRole('link', { name: /^Written off/ }).click()
  await expect(page.getByRole('table', { name: 'Invoices' }).getByRole('rowheader')).toHaveText([lost.number])
})

test('a write-off is undone from the menu of the invoice', async ({ page, request }) => {
  const company = await openCompany(request, 'Second Thoughts Ltd')
  const customer = await addCustomer(request, company, 'Old Mill Tavern')
  const invoice = await sendInvoice(request, company, customer, '80.00')
  await openAs(page, company, `/invoices/${invoice.pk}`)
  await chooseAction(page, 'Write off…')
  const closing = page.getByRole('dialog')
  await expect(closing).toContainText('You can undo it later.')
  await closing.getByRole('button', { name: 'Write off $80.00' }).click()
  await expect(page.getByRole('status').getByRole('button', { name: 'Undo' })).toBeVisible()
  await screens(page, 'invoice-written-off')
  await page.getByRole('button', { name: 'Close message' }).first().click()
  await chooseAction(page, 'Undo write-off…')
  const undoing = page.getByRole('dialog', { name: `Undo the write-off of ${invoice.number}` })
  await expect(undoing).toContainText('Old Mill Tavern owes $80.00')
  await axeCheck(page)
  await screens(page, 'invoice-undo-write-off')
  await undoing.getByRole('button', { name: 'Undo write-off of $80.00' }).click()
  await expect(page.getByText('Write-off undone', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Write-off undone by')
  await screens(page, 'invoice-write-off-undone')
})

test('a credit memo is issued, applied, unapplied and voided, and the invoice’s balance changes with it', {
  tag: '@gate',
}, async ({ page, request }) => {
  test.slow()
  const company = await openCompany(request, 'Goodwill Goods')
  const customer = await addCustomer(request, company, 'Copper Kettle')
  const invoice = await sendInvoice(request, company, customer, '100.00')
  await openAs(page, company, '/credit-memos')
  await page.getByRole('button', { name: 'Issue credit memo' }).first().click()
  const issue = page.getByRole('dialog', { name: 'Issue credit memo' })
  await issue.getByRole('combobox', { name: 'Customer' }).fill('copper')
  await page.getByRole('option', { name: /Copper Kettle/ }).click()
  await issue.getByLabel('Amount').fill('120')
  await issue.getByLabel('Reason').fill('Damaged in transit')
  await axeCheck(page)
  await screens(page, 'credit-memo-issue')
  await expect(issue.getByRole('checkbox', { name: 'Email it to the customer' })).toBeChecked()
  await issue.getByRole('button', { name: 'Issue $120.00' }).click()
  await expect(page.getByText('Credit memo issued')).toBeVisible()
  const mailed = await mailTo(request, customer.email, /^Credit memo CM-\d+ from Goodwill Goods: \$120\.00$/)
  expect(mailed.attachments).toMatchObject([{ media_type: 'application/pdf' }])

  await expect(page.getByRole('heading', { name: /^Credit memo/, level: 1 })).toBeVisible()
  await page.getByRole('button', { name: /^Apply/ }).click()
  const apply = page.getByRole('dialog', { name: /^Apply/ })
  await apply.getByRole('combobox', { name: 'Invoice' }).click()
  await page.getByRole('option', { name: new RegExp(invoice.number) }).click()
  await expect(apply.getByLabel('Amount')).toHaveValue('100.00')
  await expect(apply).toContainText(
    `Copper Kettle will owe $0.00 on ${invoice.number}, and $20.00 stays on this credit memo.`,
  )
  await axeCheck(page)
  await screens(page, 'credit-memo-apply')
  await apply.getByRole('button', { name: 'Apply $100.00' }).click()
  await expect(page.getByText('Credit applied')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Credit' })).toContainText('$20.00')
  await axeCheck(page)
  await screens(page, 'credit-memo')

  const memoPage = page.url()
  await page.getByRole('link', { name: invoice.number }).click()
  await expect(page.getByRole('main').getByText('Paid', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Remaining' })).toContainText('$100.00 credited')
  await page.goto(memoPage)
  await page.getByRole('button', { name: `Unapply from ${invoice.number}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unapply $100.00' }).click()
  await expect(page.getByText('Credit unapplied')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Credit' })).toContainText('$120.00')
  await page
    .getByRole('button', { name: /^Void/ })
    .or(page.getByRole('button', { name: 'More actions' }))
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: /^Void/ }).click()
  await expect(page.getByText('Credit memo voided')).toBeVisible()
  await page.goto(`/invoices/${invoice.pk}`)
  await expect(page.getByRole('region', { name: 'Remaining' })).toContainText('$100.00')
  await expect(page.getByRole('main').getByText(/^Due in \d+ days$/)).toBeVisible()
})

test('Undo in the toast unapplies a credit once, and reports that it was unapplied already', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  const company = await openCompany(request, 'Wrong Invoice Ltd')
  const customer = await addCustomer(request, company, 'Copper Kettle')
  const invoice = await sendInvoice(request, company, customer, '100.00')
  const memo = await inCompany<{ pk: string; number: string }>(request, company, 'POST', 'credit-memos/', {
    customer: customer.pk,
    issued_on: await todayOf(request, company),
    total: '120.00',
    email: false,
    request_id: randomUUID(),
  })
  await openAs(page, company, `/credit-memos/${memo.pk}`)
  const applyAgain = async () => {
    await page.getByRole('button', { name: 'Apply to an invoice' }).click()
    const apply = page.getByRole('dialog', { name: /^Apply/ })
    await apply.getByRole('combobox', { name: 'Invoice' }).click()
    await page.getByRole('option', { name: new RegExp(invoice.number) }).click()
    await apply.getByRole('button', { name: 'Apply $100.00' }).click()
    await expect(toast(page, 'Credit applied').getByRole('link', { name: 'View invoice' })).toHaveAttribute(
      'href',
      `/invoices/${invoice.pk}`,
    )
  }
  const left = page.getByRole('region', { name: 'Credit' })
  await applyAgain()
  await expect(left).toContainText('$20.00')
  await page.getByRole('button', { name: 'Undo' }).dblclick()
  await expect(toast(page, 'Credit unapplied')).toContainText(`$100.00 of ${invoice.number} is open again.`)
  await expect(left).toContainText('$120.00remaining of $120.00')

  await applyAgain()
  const { applications } = await inCompany<{ applications: { pk: string; unapplied_at: string | null }[] }>(
    request,
    company,
    'GET',
    `credit-memos/${memo.pk}/`,
  )
  const { pk } = applications.find((one) => one.unapplied_at === null)!
  await inCompany(request, company, 'POST', `credit-memos/${memo.pk}/unapply/`, { application: pk })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'We couldn’t undo this')).toContainText('This credit is already unapplied.')
  expect(await inCompany(request, company, 'GET', `invoices/${invoice.pk}/`)).toMatchObject({
    remaining: '100.00',
  })
})

test('an invoice that was never emailed offers a first email, and its page and the list show its payment', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Never Mailed Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const sent = await sendInvoice(request, company, customer, '80.00')
  const draft = await inCompany<Invoice>(request, company, 'POST', `invoices/${sent.pk}/duplicate/`)
  await openAs(page, company, '/invoices')
  const row = page
    .getByRole('table', { name: 'Invoices' })
    .getByRole('row', { name: new RegExp(draft.number) })
  await expect(row.getByRole('cell').last()).toHaveText('–80.00')
  await expect(row.getByRole('cell').last().getByText('–')).toHaveCSS('font-weight', '400')
  await inCompany(request, company, 'POST', `invoices/${draft.pk}/send/`, {
    email: false,
    request_id: randomUUID(),
  })
  await page.goto(`/invoices/${draft.pk}`)
  await page.getByRole('button', { name: 'Send by email' }).click()
  const first = page.getByRole('dialog', { name: `Email ${draft.number}`, exact: true })
  await expect(first).toContainText('Emailing it doesn’t change the balance.')
  await expect(first.getByRole('region', { name: 'Email preview' })).toContainText('Amount due $80.00')
  await axeCheck(page)
  await screens(page, 'invoice-first-email')
  await first.getByRole('button', { name: 'Send invoice' }).click()
  await expect(page.getByText('Invoice sent')).toBeVisible()
  await page.getByRole('button', { name: 'Send again' }).click()
  const again = page.getByRole('dialog', { name: `Send ${draft.number} again` })
  await expect(again).toContainText('Sending again doesn’t change the balance.')
  await again.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(await payLinkOf(request, customer, draft))
  await fillCard(page)
  await pay(page, '$80.00')
  await expectThanks(page)
  await page.goto(`/invoices/${draft.pk}`)
  await expect(page.getByRole('region', { name: 'Remaining' })).toContainText(
    /^Paid \$80\.00on [A-Z][a-z]{2} \d+ by Visa 4242$/,
  )
  await axeCheck(page)
  await screens(page, 'invoice-paid')
  await page.goto('/invoices')
  await expect(row.getByRole('cell').last().getByText('0.00', { exact: true })).toHaveCSS(
    'font-weight',
    '400',
  )
  const owed = page
    .getByRole('table', { name: 'Invoices' })
    .getByRole('row', { name: new RegExp(sent.number) })
  await expect(owed.getByRole('cell').last().getByText('80.00')).toHaveCSS('font-weight', '600')
})
