import { testWithClock } from '../dedicated-product.ts'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, inCompany, openCompany, sendInvoice } from '../steps/company.ts'
import { openAs, toast } from '../steps/log-in.ts'
import { advanceDays } from '../steps/paying.ts'

test('a task is added by hand, assigned, snoozed, done and opened again', {
  tag: '@gate',
}, async ({ page, request }) => {
  test.slow()
  const company = await openCompany(request, 'Worklist Works')
  await addCustomer(request, company, 'Old Mill Tavern')
  await openAs(page, company, '/worklist')
  const main = page.getByRole('main')
  const entry = page.getByRole('link', { name: /^Worklist/ })
  await expect(main).toContainText('Nothing to do')
  await expect(entry).toHaveText('Worklist')
  await axeCheck(page)
  await screens(page, 'worklist-empty')

  await page.getByRole('button', { name: 'Add task' }).first().click()
  const adding = page.getByRole('dialog', { name: 'New task' })
  await adding.getByLabel('What to do').fill('Call about the statement')
  await adding.getByRole('combobox', { name: 'Customer' }).fill('Old')
  await page.getByRole('option', { name: 'Old Mill Tavern' }).click()
  await adding.getByLabel('Note').fill('Ask for Ms Reed')
  await axeCheck(page)
  await screens(page, 'worklist-new')
  await adding.getByRole('button', { name: 'Add task' }).click()
  await expect(toast(page, 'Task added')).toBeVisible()
  const row = page.getByRole('row', { name: /Call about the statement/ })
  await expect(row).toContainText('Today')
  await expect(entry).toHaveText('Worklist1')

  await row.getByRole('button', { name: 'Change Call about the statement' }).click()
  const me = page.getByRole('menuitem').filter({ hasNotText: /Snooze|Edit|Nobody/ })
  const name = (await me.first().textContent())?.trim() ?? ''
  await me.first().click()
  await expect(row).toContainText(name)

  await row.getByRole('button', { name: 'Change Call about the statement' }).click()
  await page.getByRole('menuitem', { name: 'Snooze…' }).click()
  const snoozing = page.getByRole('dialog', { name: 'Snooze: Call about the statement' })
  await snoozing.getByLabel('Note').fill('On holiday')
  await axeCheck(page)
  await screens(page, 'worklist-snooze')
  await snoozing.getByRole('button', { name: 'Snooze task' }).click()
  await expect(main).toContainText('Nothing to do')
  await expect(entry).toHaveText('Worklist')
  await page.getByRole('link', { name: 'Snoozed' }).click()
  await expect(row).toContainText('Snoozed: On holiday')
  await row.getByRole('button', { name: 'Change Call about the statement' }).click()
  await page.getByRole('menuitem', { name: 'End snooze' }).click()
  await expect(main).toContainText('Nothing is snoozed')

  await page.getByRole('link', { name: 'To do' }).click()
  await row.getByRole('button', { name: 'Done: Call about the statement' }).click()
  const finishing = page.getByRole('dialog', { name: 'Done: Call about the statement' })
  await finishing.getByLabel('What came of it').fill('They pay on Friday')
  await axeCheck(page)
  await screens(page, 'worklist-done-dialog')
  await finishing.getByLabel('What came of it').press('Enter')
  await expect(main).toContainText('Nothing to do')
  await toast(page, 'Task done').getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Done: Call about the statement' }).click()
  await finishing.getByRole('button', { name: 'Mark as done' }).click()
  await page.getByRole('link', { name: 'Done', exact: true }).click()
  await expect(row).toContainText(/Done by/)
  await axeCheck(page)
  await screens(page, 'worklist-done')
  await row.getByRole('button', { name: 'Reopen' }).click()
  await expect(main).toContainText('Nothing is done yet')
  await expect(entry).toHaveText('Worklist1')
})

testWithClock(
  'a step of a flow becomes a task, which is listed when its day comes',
  async ({ page, request, expectConsole }) => {
    test.slow()
    expectConsole(/status of 400/)
    const company = await openCompany(request, 'Firm Friends')
    const customer = await addCustomer(request, company, 'Ferry Street Deli')
    const invoice = await sendInvoice(request, company, customer, '1880.01', 29)
    const flow = await inCompany<{ pk: string }>(request, company, 'POST', 'reminder-flows/', {
      name: 'Firm',
      start_from: 'firm',
    })
    await inCompany(request, company, 'PATCH', 'update-settings/', { system_enabled: true })
    await openAs(page, company, `/reminders/flows/${flow.pk}`)
    const steps = page.getByRole('region', { name: 'Time line' }).getByRole('listitem')
    await expect(steps.filter({ hasText: 'Call the customer' })).toContainText('30 days after the due date')
    await steps.filter({ hasText: 'Due today' }).getByRole('button').click()
    await page.getByRole('group', { name: 'Kind of step' }).getByRole('button', { name: 'Task' }).click()
    await page.getByLabel('What to do').fill('Call before it is late')
    await page.getByLabel('Instructions').fill('Ask about {{ invoice.nunber }}')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText(/There is no variable “invoice.nunber”/)).toBeVisible()
    await page.getByLabel('Instructions').fill('Ask about {{ invoice.number }}')
    await axeCheck(page)
    await screens(page, 'reminder-flow-task-step')
    await steps.filter({ hasText: 'Coming due' }).getByRole('button').click()
    await page
      .getByRole('group', { name: 'Kind of step' })
      .getByRole('button', { name: 'Staff note' })
      .click()
    await page.getByLabel('Note', { exact: true }).fill('{{ customer.name }} owes {{ totals.remaining }}')
    await axeCheck(page)
    await screens(page, 'reminder-flow-note-step')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Customers get version 1.')).toBeVisible()

    await page.goto('/reminders')
    await expect(page.getByRole('row', { name: /Call before it is late/ })).toContainText('Task')
    await screens(page, 'reminders-upcoming-task')
    await advanceDays(request, 2)
    await page.goto('/worklist')
    const row = page.getByRole('row', { name: /Call before it is late/ })
    await expect(row).toContainText('$1,880.01')
    await expect(row).toContainText(`Ask about ${invoice.number}`)
    await axeCheck(page)
    await screens(page, 'worklist')
    await row.getByRole('link', { name: invoice.number }).click()
    await expect(page.getByRole('region', { name: 'Reminders' })).toContainText(
      'Call before it is late: task opened',
    )
    await expect(page.getByRole('region', { name: 'Tasks' })).toContainText('Call before it is late')
    await screens(page, 'invoice-tasks')
  },
)
