import { addDays } from '../../domain/dates/calendar.ts'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, inCompany, openCompany, sendInvoice, todayOf } from '../steps/company.ts'
import { MONTHLY_TERMS } from '../steps/late-fee-terms.ts'
import { openAs, toast } from '../steps/log-in.ts'
import { proposedPlanOf } from '../steps/plans.ts'

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

test('the second of two people is told what became of the schedule of statements, the portal and a shared view', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 409/)
  const company = await openCompany(request, 'Three Forms Ltd')
  await addCustomer(request, company, 'Harbor Foods')
  await openAs(page, company, '/statements')
  await page
    .getByRole('button', { name: /schedule/i })
    .first()
    .click()
  const schedule = page.getByRole('dialog', { name: 'Statement schedule' })
  await schedule.getByLabel('Send on').selectOption('20')
  await inCompany(request, company, 'PUT', 'statement-settings/', {
    kind: 'balance_forward',
    send_day: 15,
    send_hour: 9,
    only_open: true,
  })
  await schedule.getByRole('button', { name: 'Save schedule' }).click()
  await expect(schedule.getByLabel('Send on')).toHaveAccessibleDescription(/it is “Day 15 of each month” now/)
  await axeCheck(page)
  await screens(page, 'schedule-changed-meanwhile')
  await schedule.getByRole('button', { name: 'Save schedule' }).click()
  await expect(schedule).toBeHidden()
  expect(await inCompany(request, company, 'GET', 'statement-settings/')).toMatchObject({
    send_day: 20,
    kind: 'balance_forward',
  })

  await page.goto('/customer-portal/settings')
  const website = page.getByLabel('Website', { exact: true })
  await website.fill('https://mine.example')
  await inCompany(request, company, 'POST', 'customer-portal/preferences/', {
    allowed_embed_url: 'https://theirs.example',
  })
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(website).toHaveAccessibleDescription(/it is “https:\/\/theirs.example” now/)
  await screens(page, 'portal-changed-meanwhile')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(toast(page, 'Customer portal saved')).toBeVisible()

  const view = await inCompany<{ pk: string }>(request, company, 'POST', 'saved-views/', {
    list: 'customers',
    name: 'Harbor',
    query: { search: 'harbor' },
    shared: true,
  })
  await page.goto('/customers?search=harbor')
  await page.getByRole('button', { name: 'Change the view Harbor' }).click()
  await page.getByRole('menuitem', { name: 'Rename or share' }).click()
  const renaming = page.getByRole('dialog', { name: 'Change the view Harbor' })
  await renaming.getByLabel('Name').fill('Mine')
  await inCompany(request, company, 'PATCH', `saved-views/${view.pk}/`, { name: 'Theirs' })
  await renaming.getByRole('button', { name: 'Save changes' }).click()
  await expect(renaming.getByLabel('Name')).toHaveAccessibleDescription(/it is “Theirs” now/)
  await axeCheck(page)
  await screens(page, 'view-changed-meanwhile')
  await renaming.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'View saved')).toBeVisible()
})

test('the second of two people sees how an invoice was changed, and saves theirs over it', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 409/)
  const company = await openCompany(request, 'Two Editors Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const lines = [{ description: 'Cups', quantity: '2', unit_price: '59.00', tax_rate: '0' }]
  const day = await todayOf(request, company)
  const draft = { customer: customer.pk, invoice_date: day, terms: 'net_30', notes: 'Dock 2.', lines }
  const { pk, revision } = await inCompany<{ pk: string; revision: number }>(
    request,
    company,
    'POST',
    'invoices/',
    draft,
  )
  const theirs = { ...draft, terms: 'net_45', notes: 'Dock 3.', revision }
  await openAs(page, company, `/invoice-view?invoice=${pk}`)
  const note = page.getByLabel('Note to the customer')
  await note.fill('Dock 4.')
  await inCompany(request, company, 'PATCH', `invoices/${pk}/`, theirs)
  await page.getByRole('button', { name: 'Save draft' }).click()
  const dialog = page.getByRole('dialog', { name: 'This invoice has changed' })
  await expect(dialog).toContainText('changed this invoice on')
  const changes = dialog.getByRole('list', { name: 'What changed' }).getByRole('listitem')
  await expect(changes).toHaveText([
    /^TermsNet 30 → Net 45$/,
    /^Due date/,
    /^Note to the customerDock 2\. → Dock 3\.Yours: Dock 4\.$/,
  ])
  await axeCheck(page)
  await screens(page, 'invoice-changed-meanwhile')
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(note).toHaveValue('Dock 4.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await dialog.getByRole('button', { name: 'Save mine' }).click()
  await expect(page.getByText(/^Saved at/)).toBeVisible()
  await page.reload()
  await expect(note).toHaveValue('Dock 4.')
  await expect(page.getByLabel('Terms')).toHaveValue('net_45')
})

const LATE_FEE_RULE = {
  name: 'Standard',
  covers: 'everyone_else',
  groups: [],
  terms: { ...MONTHLY_TERMS, cap: '150.00', cap_rate: '10', min_remaining: '5.00' },
  line_text: 'Late fee, {month}',
  item: '',
}

test('the second of two people sees how a late-fee rule was changed, and saves theirs over it', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 40[09]/)
  const company = await openCompany(request, 'Two Rules Ltd')
  const { pk } = await inCompany<{ pk: string }>(request, company, 'POST', 'late-fee-rules/', LATE_FEE_RULE)
  const change = (revision: number, name: string, terms: object) =>
    inCompany(request, company, 'PUT', `late-fee-rules/${pk}/`, {
      ...LATE_FEE_RULE,
      name,
      terms: { ...LATE_FEE_RULE.terms, ...terms },
      revision,
    })
  await page.clock.install()
  await openAs(page, company, `/late-fees/rules/${pk}`)
  const rate = page.getByLabel('Percentage')
  await rate.fill('2')
  await page.getByLabel('Line text').fill('Late fee of {month}')
  await change(1, 'Ours', { rate: '1.5', cap: '90.00' })
  // A refetch on focus keeps what is typed.
  await page.clock.fastForward(60_000)
  const read = page.waitForResponse((reply) => reply.url().endsWith(`/late-fee-rules/${pk}/`))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await read
  await expect(rate).toHaveValue('2')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'This rule has changed' })
  await expect(dialog).toContainText(/changed this rule on .+ It says now: “Charge 1\.5% /)
  const changes = dialog.getByRole('list', { name: 'What changed' }).getByRole('listitem')
  await expect(changes).toHaveText([
    'Percentage1.25% → 1.5%Yours: 2%',
    'Most per invoice150.00 → 90.00',
    'Name of the ruleStandard → Ours',
  ])
  await axeCheck(page)
  await screens(page, 'late-fee-rule-changed-meanwhile')
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await rate.fill('101')
  await save.click()
  await dialog.getByRole('button', { name: 'Save mine' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await rate.fill('2')
  await save.click()
  await dialog.getByRole('button', { name: 'Save mine' }).click()
  await expect(toast(page, 'Rule saved')).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(rate).toHaveValue('2')
  await expect(page.getByLabel('Line text')).toHaveValue('Late fee of {month}')
  await expect(page.getByLabel('Most per invoice')).toHaveValue('90.00')
  await expect(page.getByRole('heading', { name: 'Ours', level: 1 })).toBeVisible()
  await rate.fill('3')
  await change(3, 'Theirs', {})
  await save.click()
  await dialog.getByRole('button', { name: 'Discard mine' }).click()
  await expect(page.getByRole('heading', { name: 'Theirs', level: 1 })).toBeVisible()
  await expect(rate).toHaveValue('1.25')
})

test('the second of two people sees how a proposed payment plan was changed, and saves theirs over it', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  const company = await openCompany(request, 'Two Planners Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const invoice = await sendInvoice(request, company, customer, '90.00')
  const { pk } = await proposedPlanOf(request, company, [invoice], ['40.00', '50.00'])
  const today = await todayOf(request, company)
  const change = (revision: number, amounts: readonly string[], message: string) =>
    inCompany(request, company, 'PUT', `payment-plans/${pk}/`, {
      revision,
      message,
      email: false,
      installments: amounts.map((amount, index) => ({
        due_date: addDays(today, index * 7),
        amount,
        down_payment: index === 0,
      })),
    })
  await page.clock.install()
  await openAs(page, company, `/payment-plans/${pk}/edit`)
  const message = page.getByLabel('Message to the customer')
  await message.fill('As we agreed by phone.')
  await page.getByLabel('Email the proposal to the customer').uncheck()
  await change(1, ['30.00', '60.00'], 'As agreed.')
  await page.clock.fastForward(60_000)
  const read = page.waitForResponse((reply) => reply.url().endsWith(`/payment-plans/${pk}/`))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await read
  const save = page.getByRole('button', { name: 'Save the change' })
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'This proposal has changed' })
  await expect(dialog).toContainText(/changed this plan on .+\d:\d\d [AP]M\./)
  await expect(dialog.getByRole('list', { name: 'What changed' }).getByRole('listitem')).toHaveText([
    /^Installments.+: 40\.00, down payment.+: 50\.00 .+: 30\.00, down payment.+: 60\.00$/s,
    'Message to the customerNothing → As agreed.Yours: As we agreed by phone.',
  ])
  await axeCheck(page)
  await screens(page, 'payment-plan-changed-meanwhile')
  await dialog.getByRole('button', { name: 'Save mine' }).click()
  await expect(toast(page, 'Proposal changed')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/payment-plans/${pk}$`))
  await expect(page.getByRole('main')).toContainText('$60.00')
  await page.goto(`/payment-plans/${pk}/edit`)
  await expect(message).toHaveValue('As we agreed by phone.')
  await message.fill('Mine.')
  await change(3, ['20.00', '70.00'], 'Theirs.')
  await save.click()
  await dialog.getByRole('button', { name: 'Discard mine' }).click()
  await expect(message).toHaveValue('Theirs.')
})
