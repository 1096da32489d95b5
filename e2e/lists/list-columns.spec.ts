import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, openCompany, sendInvoice } from '../steps/company.ts'
import { openAs, toast } from '../steps/log-in.ts'

test('a clerk chooses the columns of the invoices by keyboard, keeps them in a view, and resets them', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Columnar Ltd')
  const harbor = await addCustomer(request, company, 'Harbor Foods')
  await sendInvoice(request, company, harbor, '20.00')
  await openAs(page, company, '/invoices')
  const table = page.getByRole('table', { name: 'Invoices' })
  const headings = () => table.getByRole('columnheader').allInnerTexts()
  const usual = ['', 'Invoice', 'Customer', 'Due date', 'Status', 'Total USD', 'Remaining USD']
  await expect(table).toContainText('Harbor Foods')
  await expect.poll(headings).toEqual(usual)

  await page.getByRole('button', { name: 'Columns' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Columns' })
  await expect(dialog.getByLabel('Invoice', { exact: true })).toBeDisabled()
  await dialog.getByLabel('Due date', { exact: true }).press('Space')
  await dialog.getByLabel('Days overdue', { exact: true }).press('Space')
  for (let step = 0; step < 3; step += 1)
    await dialog.getByRole('button', { name: 'Move Days overdue up' }).press('Enter')
  await dialog.getByLabel('Width of Customer').selectOption('Wide')
  await axeCheck(page)
  await screens(page, 'list-columns-dialog')
  await dialog.getByRole('button', { name: 'Apply' }).press('Enter')
  const chosen = ['', 'Invoice', 'Customer', 'Status', 'Days overdue', 'Total USD', 'Remaining USD']
  await expect.poll(headings).toEqual(chosen)
  await axeCheck(page)
  await screens(page, 'list-columns')

  const heading = table.getByRole('columnheader', { name: 'Customer' })
  const before = (await heading.boundingBox())!
  const grip = (await heading.locator('[data-grip]').boundingBox())!
  await page.mouse.move(grip.x + 4, grip.y + 6)
  await page.mouse.down()
  await page.mouse.move(grip.x - 60, grip.y + 6, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await heading.boundingBox())!.width).toBeLessThan(before.width - 30)
  await page.reload()
  await expect.poll(headings).toEqual(chosen)
  await expect.poll(async () => (await heading.boundingBox())!.width).toBeLessThan(before.width - 30)

  const views = page.getByRole('navigation', { name: 'Invoices shown' })
  await views.getByRole('button', { name: 'Save view' }).click()
  await page.getByLabel('Name').fill('Late ones')
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await expect(views.getByRole('link', { name: 'Late ones' })).toHaveAttribute('aria-current', 'page')
  await views.getByRole('link', { name: 'All' }).click()
  await page.getByRole('button', { name: 'Columns' }).click()
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(headings).toEqual(usual)
  await views.getByRole('link', { name: 'Late ones' }).click()
  await expect.poll(headings).toEqual(chosen)
  await page.goto('/invoices?columns=nonsense;x')
  await expect.poll(headings).toEqual(usual)
})

const OTHER_LISTS = [
  ['/payment-processing/payouts', 'Payouts', 'At the bank', 'Fees'],
  ['/statements', 'Issued statements', 'Number', 'Balance'],
  ['/imports?kind=invoices', 'Past imports', 'File', 'Status'],
  ['/customer-portal', 'Portal logins', 'Customer', 'Last seen'],
  ['/customer-portal/requests', 'Requests for access', 'Name', 'Asks for'],
  ['/settings/audit-log', 'Audit log', 'When', 'Seal'],
  ['/activity', 'Activity', 'What happened', 'When'],
] as const

test('payouts, statements, imports, portal access, the audit log and the activity keep the chosen columns', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Shelved Ltd')
  await addCustomer(request, company, 'Harbor Foods')
  await openAs(page, company, '/')
  for (const [path, name, first, other] of OTHER_LISTS) {
    await page.goto(path)
    const table = page.getByRole('table', { name })
    const headings = () => table.getByRole('columnheader').allInnerTexts()
    await expect.poll(headings, name).toContain(other)
    const usual = await headings()
    await page.getByRole('button', { name: 'Columns' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Columns' })
    await expect(dialog.getByLabel(first, { exact: true })).toBeDisabled()
    await dialog.getByLabel(other, { exact: true }).press('Space')
    await dialog.getByLabel(`Width of ${first}`).selectOption('Very wide')
    await dialog.getByRole('button', { name: `Move ${first} down` }).press('Enter')
    await dialog.getByRole('button', { name: 'Apply' }).press('Enter')
    const [, next] = usual.filter((heading) => heading !== '' && heading !== other)
    const chosen = usual.filter((heading) => heading !== other && heading !== next)
    chosen.splice(chosen.indexOf(first), 0, next!)
    await expect.poll(headings, name).toEqual(chosen)
    await axeCheck(page)
    await screens(page, `list-columns-${name.toLowerCase().replaceAll(' ', '-')}`)
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage))
        if (key.includes('list-columns')) localStorage.removeItem(key)
    })
    await page.reload()
    await expect.poll(headings, `${name}, on another device`).toEqual(chosen)
    await page.getByRole('button', { name: 'Columns' }).click()
    await dialog.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(headings, name).toEqual(usual)
  }
})

test('columns chosen while the former ones are read are drawn', async ({ page, request }) => {
  const company = await openCompany(request, 'Hasty Ltd')
  await openAs(page, company, '/')
  // The first answer never comes.
  await page.route('**/saved-views/?list=payouts', () => undefined, { times: 1 })
  const asked = page.waitForRequest('**/saved-views/?list=payouts')
  await page.goto('/payment-processing/payouts')
  const table = page.getByRole('table', { name: 'Payouts' })
  const headings = () => table.getByRole('columnheader').allInnerTexts()
  await asked
  await page.getByRole('button', { name: 'Columns' }).click()
  const dialog = page.getByRole('dialog', { name: 'Columns' })
  await dialog.getByLabel('Fees', { exact: true }).press('Space')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(headings).toEqual(['At the bank', 'Processor', 'Status', 'Amount'])
})

test('the companies of a person keep the chosen columns on this device', async ({ page, request }) => {
  const company = await openCompany(request, 'Several Ltd')
  await openAs(page, company, '/companies')
  const table = page.getByRole('table', { name: 'Your companies' })
  const headings = () => table.getByRole('columnheader').allInnerTexts()
  const usual = ['Company', 'Your role', 'Owed', 'Overdue', 'Needs attention', 'Open']
  await expect.poll(headings).toEqual(usual)
  await page.getByRole('button', { name: 'Columns' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Columns' })
  await expect(dialog.getByLabel('Company', { exact: true })).toBeDisabled()
  await dialog.getByLabel('Your role', { exact: true }).press('Space')
  await dialog.getByRole('button', { name: 'Move Overdue up' }).press('Enter')
  await dialog.getByRole('button', { name: 'Apply' }).press('Enter')
  const chosen = ['Company', 'Overdue', 'Owed', 'Needs attention', 'Open']
  await expect.poll(headings).toEqual(chosen)
  await page.reload()
  await expect.poll(headings).toEqual(chosen)
  await axeCheck(page)
  await screens(page, 'list-columns-companies')
  await page.goto('/companies?columns=company_name,owed')
  await expect.poll(headings).toEqual(['Company', 'Owed'])
  await page.goto('/companies')
  await page.getByRole('button', { name: 'Columns' }).click()
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(headings).toEqual(usual)
})

test('columns chosen among decided requests for access leave the buttons of open ones', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Doorkeeper Ltd')
  await openAs(page, company, '/customer-portal/requests?state=approved')
  const table = page.getByRole('table', { name: 'Requests for access' })
  const headings = () => table.getByRole('columnheader').allInnerTexts()
  await expect.poll(headings).toEqual(['Name', 'Email', 'Asks for', 'Customer', 'Asked on'])
  await page.getByRole('button', { name: 'Columns' }).click()
  const dialog = page.getByRole('dialog', { name: 'Columns' })
  await dialog.getByLabel('Email', { exact: true }).press('Space')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(headings).toEqual(['Name', 'Asks for', 'Customer', 'Asked on'])
  await page.getByLabel('Status').selectOption('To decide')
  await expect.poll(headings).toEqual(['Name', 'Asks for', 'Suggested customer', 'Asked on', 'Actions'])
  await page.goto('/customer-portal/requests?columns=name,email')
  await expect.poll(headings).toEqual(['Name', 'Email'])
  await expect(page.getByText('We can’t show what the address asks for')).toHaveCount(0)
})

test('rows are selected by x and Shift x, copied, and opened in a new tab', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => undefined)
  const company = await openCompany(request, 'Keyboard Ltd')
  const harbor = await addCustomer(request, company, 'Harbor Foods')
  for (const total of ['20.00', '30.00', '40.00']) await sendInvoice(request, company, harbor, total)
  await openAs(page, company, '/invoices?order_by=number')
  const boxes = page
    .getByRole('table', { name: 'Invoices' })
    .getByRole('checkbox', { name: /^Select (?!all)/ })
  await expect(boxes).toHaveCount(3)
  await page.keyboard.press('x')
  await expect(boxes.first()).not.toBeChecked()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(boxes.nth(0)).toBeChecked()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  for (const at of [0, 1, 2]) await expect(boxes.nth(at)).toBeChecked()
  await page.keyboard.press('x')
  await expect(boxes.nth(2)).not.toBeChecked()

  await page.keyboard.press('ControlOrMeta+c')
  await expect(toast(page, /^Copied /)).toBeVisible()
  const cell = page.getByRole('cell', { name: 'Harbor Foods' }).first()
  await cell.click({ modifiers: ['Alt'] })
  await expect(toast(page, 'Copied Harbor Foods')).toBeVisible()
  await expect(page).toHaveURL(/\/invoices\?/)
  for (const how of ['middle', 'ctrl'] as const) {
    const coming = context.waitForEvent('page')
    await cell.click(how === 'middle' ? { button: 'middle' } : { modifiers: ['ControlOrMeta'] })
    const tab = await coming
    await expect(tab).toHaveURL(/\/invoices\/[0-9a-f-]+/)
    await tab.close()
  }
  await cell.selectText()
  await page.keyboard.press('ControlOrMeta+c')
  await expect(toast(page, /hold Alt .* click a cell to copy it/), 'a hint for who selects').toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Select the row')
  await axeCheck(page)
  await screens(page, 'list-shortcuts')
})

test('filters are shown as chips that open to change them, and an unknown condition is reported', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Filtered Ltd')
  const harbor = await addCustomer(request, company, 'Harbor Foods')
  await sendInvoice(request, company, harbor, '20.00')
  await openAs(page, company, '/invoices?filter_remaining_gte=10&filter_days_past_due_gt=soon')
  const table = page.getByRole('table', { name: 'Invoices' })
  await expect(table).toContainText('Harbor Foods')
  await expect(
    page.getByText('We can’t show what the address asks for: the filter “days past due”.'),
  ).toBeVisible()
  await screens(page, 'list-nonsense-filter')
  await page.getByRole('button', { name: 'Show the list without it' }).click()
  await expect(page).toHaveURL(/filter_remaining_gte=10$/)

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Days overdue' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter by days overdue' })
  const days = dialog.getByLabel('Days overdue')
  await days.fill('a month')
  await expect(dialog).toContainText('Enter a whole number of days.')
  await days.fill('30')
  await axeCheck(page)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('No items found. Try changing your filter settings.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remaining at least $10.00' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'list-filters')
  await page.getByRole('button', { name: 'Overdue more than 30 days' }).press('Enter')
  await expect(days).toHaveValue('30')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Remove filter Overdue more than' }).click()
  await expect(table).toContainText('Harbor Foods')
})
