import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { callApi } from '../steps/api.ts'
import { reloadAsRole, restoreResponses } from '../steps/changed-responses.ts'
import { addCustomer, inCompany, openBilledCompany, openCompany, sendInvoice } from '../steps/company.ts'
import { openAs, toast } from '../steps/log-in.ts'

test('a flow is added from a ready-made one and published', { tag: '@gate' }, async ({ page, request }) => {
  const company = await openCompany(request, 'First Flow')
  await openAs(page, company, '/reminders/flows')
  await page.getByRole('button', { name: 'Start from Standard' }).click()
  const dialog = page.getByRole('dialog', { name: 'New flow' })
  await dialog.getByRole('button', { name: 'Add flow' }).click()
  await expect(page.getByRole('heading', { name: 'Standard', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  const asking = page.getByRole('dialog', { name: 'Publish Standard?' })
  await expect(asking).toContainText('Nothing is sent for days before today.')
  await asking.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Customers get version 1.')).toBeVisible()
})

test('a flow is changed with errors beside fields, published, switched off and deleted', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of (400|409)/)
  const company = await openCompany(request, 'Patient Paper')
  const school = await addCustomer(request, company, 'Birch School')
  await sendInvoice(request, company, school, '480.00', 44)
  await callApi(request, 'POST', '/api/customer-groups/', {
    token: company.token,
    account: company.accountId,
    body: { name: 'Schools' },
  })
  await openAs(page, company, '/reminders/flows')
  await expect(page.getByText('No flows yet')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'reminder-flows-none')

  await page.getByRole('button', { name: 'Start from Gentle' }).click()
  const dialog = page.getByRole('dialog', { name: 'New flow' })
  await dialog.getByLabel('Name').fill('Standard flow')
  await dialog.getByRole('radio', { name: /^Standard/ }).check()
  await axeCheck(page)
  await screens(page, 'reminder-flow-new')
  await dialog.getByRole('button', { name: 'Add flow' }).click()

  await expect(page.getByRole('heading', { name: 'Standard flow', level: 1 })).toBeVisible()
  const steps = page.getByRole('region', { name: 'Time line' }).getByRole('listitem')
  await expect(steps).toHaveCount(6)
  await expect(steps.first()).toContainText('7 days before the due date')
  await steps.filter({ hasText: 'Second reminder' }).getByRole('button').click()
  const step = page.getByRole('region', { name: /^Second reminder/ })
  const mail = page.getByRole('article', { name: 'Email' })
  await expect(mail).toContainText('$480.00 is 14 days past due')
  await expect(page.frameLocator('iframe').getByText('Please pay it this week.')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'reminder-flow-editor')

  await page.getByLabel('Covers').selectOption('Customer groups')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Choose at least one group.')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'reminder-flow-groups')
  await page.getByRole('checkbox', { name: 'Schools' }).check()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)

  await step.getByLabel('Days').fill('28')
  await page.getByRole('button', { name: 'Save draft' }).click()
  const taken = page.getByText(/is on this day already\. Choose another day\./)
  await expect(taken).toBeVisible()
  await expect(steps.filter({ hasText: 'Needs fixing' })).toHaveCount(1)
  await axeCheck(page)
  await screens(page, 'reminder-flow-error')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)

  await steps.filter({ hasText: 'Second reminder' }).getByRole('button').click()
  await step.getByLabel('Days').fill('400')
  await step.getByLabel('Days').press('Control+s')
  await expect(step.getByText('At most 365 days after.')).toBeVisible()
  await step.getByLabel('Days').fill('20')
  await step.getByLabel('Copies to').fill('boss@patient.test')
  await page.keyboard.press('Control+z')
  await expect(step.getByLabel('Copies to')).toHaveValue('')
  await expect(steps.nth(3)).toContainText('20 days after the due date')
  await page.getByRole('link', { name: 'Reminder flows' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)

  await page.getByRole('button', { name: 'Publish' }).click()
  await axeCheck(page)
  await screens(page, 'reminder-flow-publish')
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Customers get version 1.')).toBeVisible()

  await page.getByRole('button', { name: 'Add step' }).click()
  await expect(steps).toHaveCount(7)
  await expect(steps.last()).toContainText('52 days after the due date')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('1 change since version 1. Customers still get version 1.')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'reminder-flow-draft')
  await page.getByRole('link', { name: 'Reminder flows' }).click()
  const row = page.getByRole('table', { name: 'Reminder flows' }).getByRole('row', { name: /Standard flow/ })
  await expect(row).toContainText('1 change not published')
  await expect(row).toContainText('On')
  await expect(row).toContainText('Schools')
  await axeCheck(page)
  await screens(page, 'reminder-flows')
  await row.getByRole('link').click()
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(steps).toHaveCount(6)

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Switch off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByRole('button', { name: 'Switch on' })).toBeVisible()
  await reloadAsRole(page, 'viewer')
  await expect(steps).toHaveCount(6)
  await expect(page.getByRole('textbox', { name: 'Name' }).first()).toBeDisabled()
  await expect(page.getByRole('button', { name: /Save draft|Switch on|Add step/ })).toHaveCount(0)
  await screens(page, 'reminder-flow-read-only')
  await restoreResponses(page)
  await page.reload()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete flow' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete flow' }).click()
  await expect(page.getByText('No flows yet')).toBeVisible()
})

test('a change by somebody else is shown, to be taken, which undo takes back, or to save mine over it', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  const company = await openCompany(request, 'Two Editors')
  type Flow = { pk: string; revision: number }
  const flow = await inCompany<Flow>(request, company, 'POST', 'reminder-flows/', {
    name: 'Firm',
    start_from: 'firm',
  })
  await openAs(page, company, `/reminders/flows/${flow.pk}`)
  const gap = page.getByLabel('Between messages')
  await gap.fill('9')
  await inCompany(request, company, 'POST', `reminder-flows/${flow.pk}/publish/`, { revision: flow.revision })
  await page.getByRole('button', { name: 'Save draft' }).click()
  const dialog = page.getByRole('dialog', { name: 'This flow has changed' })
  await expect(dialog).toContainText(/changed this flow on .+\d:\d\d [AP]M\./)
  const changes = dialog.getByRole('list', { name: 'What changed' }).getByRole('listitem')
  await expect(changes).toHaveText(['What customers getNot published → Version 1, on'])
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(gap).toHaveValue('9')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await dialog.getByRole('button', { name: 'Discard mine' }).click()
  await expect(page.getByText('Customers get version 1.')).toBeVisible()
  await expect(gap).toHaveValue('2')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(gap).toHaveValue('9')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('1 change since version 1.')).toBeVisible()

  const now = await inCompany<Flow & { draft: { steps: { name: string; hour: number }[] } }>(
    request,
    company,
    'GET',
    `reminder-flows/${flow.pk}/`,
  )
  const [first, ...others] = now.draft.steps
  await inCompany(request, company, 'PUT', `reminder-flows/${flow.pk}/`, {
    revision: now.revision,
    name: 'Firmer',
    covers: 'everyone_else',
    groups: [],
    draft: { gap_days: 5, steps: [{ ...first!, hour: 17 }, ...others] },
  })
  await gap.fill('7')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(changes).toHaveText([
    'NameFirm → Firmer',
    'Between messages9 days → 5 daysYours: 7 days',
    new RegExp(`^Step ${first!.name}, hour\\d+:00 AM → 5:00 PM$`),
  ])
  await axeCheck(page)
  await screens(page, 'reminder-flow-conflict')
  await dialog.getByRole('button', { name: 'Save mine' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await page.reload()
  await expect(gap).toHaveValue('7')
  await expect(page.getByRole('textbox', { name: 'Name' }).first()).toHaveValue('Firmer')
})

test('a template is refused beside its text, then saved, and shows the invoice', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of (400|409)/)
  const { company, invoice } = await openBilledCompany(request, 'Clear Words', '129.50')
  await inCompany(request, company, 'POST', 'reminder-flows/', { name: 'Gentle', start_from: 'gentle' })
  await openAs(page, company, '/reminders/templates')
  const table = page.getByRole('table', { name: 'Reminder templates' })
  await expect(table.getByRole('row', { name: /Coming due/ })).toContainText('Gentle')
  await axeCheck(page)
  await screens(page, 'reminder-templates')

  await page.getByRole('button', { name: 'New template' }).click()
  const dialog = page.getByRole('dialog', { name: 'New template' })
  await dialog.getByLabel('Name').fill('Friendly note')
  await dialog.getByLabel('Subject').fill('About ')
  await dialog.getByRole('button', { name: /^invoice\.number/ }).click()
  await expect(dialog.getByLabel('Subject')).toHaveValue('About {{ invoice.number }}')
  await dialog.getByLabel('Text').fill('Hello {{ customer.nickname }}')
  await dialog.getByRole('button', { name: 'Add template' }).click()
  const refusal = 'There is no variable “customer.nickname” (line 1). Choose one from the list.'
  await expect(dialog.getByRole('alert').filter({ hasText: refusal })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'reminder-template-refused')
  await dialog.getByLabel('Text').fill('Hello , please pay soon.')
  await dialog.getByLabel('Text').evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(6, 6))
  await dialog.getByRole('button', { name: /^customer\.name/ }).click()
  await expect(dialog.getByLabel('Text')).toHaveValue('Hello {{ customer.name }}, please pay soon.')
  await expect(dialog.getByRole('article', { name: 'Email' })).toContainText(`About ${invoice.number}`)
  await expect(page.frameLocator('iframe').getByText('Hello Harbor Foods, please pay soon.')).toBeVisible()
  await expect(page.frameLocator('iframe').getByText('$129.50', { exact: true }).first()).toBeVisible()
  await axeCheck(page)
  await screens(page, 'reminder-template-editor')
  await dialog.getByRole('button', { name: 'Add template' }).click()
  await expect(toast(page, 'Template added')).toBeVisible()

  await table.getByRole('button', { name: 'Change Coming due' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const asking = page.getByRole('dialog', { name: 'Delete Coming due?' })
  await asking.getByRole('button', { name: 'Delete template' }).click()
  await expect(asking).toContainText('A flow uses this template: Gentle.')
  await axeCheck(page)
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await table.getByRole('button', { name: 'Change Friendly note' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete template' }).click()
  await expect(table.getByRole('row', { name: /Friendly note/ })).toHaveCount(0)
})
