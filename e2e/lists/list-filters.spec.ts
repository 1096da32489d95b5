import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, openCompany, sendInvoice } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'

test('customers are filtered by what they owe, excluded, and kept as a view with columns', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Filtering Ltd')
  const harbor = await addCustomer(request, company, 'Harbor Foods')
  await addCustomer(request, company, 'Kissa Oy')
  await sendInvoice(request, company, harbor, '20.00')
  await openAs(page, company, '/customers')
  const table = page.getByRole('table', { name: 'Customers' })
  const names = table.getByRole('rowheader')
  await expect(names).toHaveText(['Harbor Foods', 'Kissa Oy'])

  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter')
  await screens(page, 'customers-filter-menu')
  await page.getByRole('menuitem', { name: 'Balance' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Filter by balance' })
  await dialog.getByLabel('Condition').selectOption('more than')
  await dialog.getByLabel('Balance').fill('10')
  await axeCheck(page)
  await screens(page, 'customers-filter-dialog')
  await page.keyboard.press('Enter')
  const chip = page.getByRole('button', { name: 'Balance more than $10.00' })
  await expect(chip).toBeVisible()
  await expect(names).toHaveText(['Harbor Foods'])
  await chip.click()
  await dialog.getByLabel('Exclude what matches').check()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/exclude_balance_gt=10/)
  await expect(page.getByRole('button', { name: 'Balance not more than $10.00' })).toBeVisible()
  await expect(names).toHaveText(['Kissa Oy'])
  await axeCheck(page)
  await screens(page, 'customers-filtered')

  const views = page.getByRole('navigation', { name: 'Customers shown' })
  await views.getByRole('button', { name: 'Save view' }).click()
  await page.getByLabel('Name').fill('Small ones')
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await expect(views.getByRole('link', { name: 'Small ones' })).toHaveAttribute('aria-current', 'page')
  await views.getByRole('link', { name: 'Owing' }).click()
  await expect(names).toHaveText(['Harbor Foods'])
  await expect(page.getByText('Balance more than')).toHaveCount(0)
  await views.getByRole('link', { name: 'Small ones' }).click()
  await expect(names).toHaveText(['Kissa Oy'])
})

test('payments are filtered by a period that a view keeps, and wrong filters are told', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Periodic Ltd')
  await openAs(page, company, '/payment-processing?filter_total_gt=much&filter_status=lost')
  await expect(
    page.getByText('We can’t show what the address asks for: the filter “total”, the filter “status”.'),
  ).toBeVisible()
  await expect(page.getByText('No payments yet')).toBeVisible()
  await page.getByRole('button', { name: 'Show the list without it' }).click()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Date' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter by date' })
  await dialog.getByLabel('Date from').fill('2026-11-02')
  await dialog.getByLabel('Date until').fill('2026-11-01')
  await expect(dialog).toContainText('This date is before the start date.')
  await dialog.getByLabel('Condition').selectOption('in the last 30 days')
  await axeCheck(page)
  await screens(page, 'payments-filter-period')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/filter_created=last_30_days/)
  await expect(page.getByRole('button', { name: 'Date in the last 30 days' })).toBeVisible()
  await expect(page.getByText('No items found. Try changing your filter settings.')).toBeVisible()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Status' }).click()
  const status = page.getByRole('dialog', { name: 'Filter by status' })
  await status.getByLabel('Condition').selectOption('is not')
  await status.getByLabel('Status').selectOption('Confirmed')
  await status.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('button', { name: 'Status is not Confirmed' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'payments-filtered')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).not.toHaveURL(/filter_/)
})

test('an address that asks for what a list can’t do still shows the list, and says what was left out', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Mistyped Ltd')
  await sendInvoice(request, company, await addCustomer(request, company, 'Harbor Foods'), '20.00')
  await openAs(page, company, '/')
  const told = page.getByText(/^We can’t show what the address asks for: /)
  for (const [address, words, shown] of [
    ['/invoices?order_by=foo&page=-1', 'sorting by “foo”, page “-1”', 'Harbor Foods'],
    ['/invoices?search=%00', 'a search text that is too long or has unreadable characters', 'Harbor Foods'],
    ['/customers?filter_shoe_size_gt=9', 'the filter “shoe size”', 'Harbor Foods'],
    ['/payment-processing?page_size=7', '“7” rows a page', 'No payments yet'],
    [
      '/payment-processing/cases?state=lost&order_by=foo',
      'state “lost”, sorting by “foo”',
      'Nothing to review',
    ],
    ['/activity?about=weather', 'about “weather”', 'Invoice'],
  ] as const) {
    await page.goto(address)
    await expect(told).toContainText(words)
    await expect(page.getByRole('main')).toContainText(shown)
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  }
  await page.goto('/invoices?order_by=foo&page=-1&search=%00&filter_shoe_size=9')
  await expect(told).toBeVisible()
  await axeCheck(page)
  await screens(page, 'list-mistyped-address')
  await page.getByRole('button', { name: 'Show the list without it' }).click()
  await expect(page).toHaveURL(/\/invoices$/)
  await expect(told).toHaveCount(0)

  await page.goto('/reports/aging-by-customer?currency=XXX')
  await expect(told).toContainText('the currency “XXX”')
  await axeCheck(page)
  await screens(page, 'report-unknown-currency')
  await page.getByRole('button', { name: 'Show USD' }).click()
  await expect(page).toHaveURL(/currency=USD$/)
  await expect(told).toHaveCount(0)
})
