import type { APIRequestContext, Locator } from '@playwright/test'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { callApi } from '../steps/api.ts'
import { addCustomer, type Company, freshEmail, openCompany, sendInvoice } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'

const rowNames = (table: Locator) => table.getByRole('rowheader').allInnerTexts()

test('the activity is sorted by its heading and filtered by event, day and customer', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Chronicle Ltd')
  const harbor = await addCustomer(request, company, 'Harbor Foods')
  const kissa = await addCustomer(request, company, 'Kissa Oy')
  for (let at = 0; at < 12; at += 1) await sendInvoice(request, company, harbor, `${at + 1}0.00`)
  await sendInvoice(request, company, kissa, '75.00')
  await openAs(page, company, '/activity')
  const table = page.getByRole('table', { name: 'Activity' })
  const rows = table.getByRole('rowheader')
  const when = table.getByRole('columnheader', { name: 'When' })
  await expect(rows).toHaveCount(25)
  await expect(rows.first()).toContainText('was sent to Kissa Oy')
  await page.getByRole('button', { name: 'Show older' }).click()
  await expect(rows.last()).toContainText('Harbor Foods was added')

  await when.getByRole('button').press('Enter')
  await expect(page).toHaveURL(/order_by=at/)
  await expect(when).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows.first()).toContainText('Harbor Foods was added')
  await page.getByRole('button', { name: 'Show newer' }).click()
  await expect(rows.last()).toContainText('was sent to Kissa Oy')
  await when.getByRole('button').click()
  await expect(page).toHaveURL(/order_by=-at/)
  await when.getByRole('button').click()
  await expect(page).toHaveURL(/\/activity$/)
  await expect(when).toHaveAttribute('aria-sort', 'none')

  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Event' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Filter by event' })
  await dialog.getByLabel('Event').selectOption('Customer created')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/filter_type=customer\.created/)
  const chip = page.getByRole('button', { name: 'Event is Customer created' })
  await expect.poll(() => rowNames(table)).toEqual(['Kissa Oy was added', 'Harbor Foods was added'])
  await chip.click()
  await dialog.getByLabel('Condition').selectOption('is not')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('button', { name: 'Event is not Customer created' })).toBeVisible()
  await expect(table).not.toContainText('was added')
  await page.goto(`/activity?customer=${kissa.pk}&filter_at=last_7_days&order_by=at`)
  await expect(page.getByRole('button', { name: 'Customer is Kissa Oy' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Date in the last 7 days' })).toBeVisible()
  await expect.poll(async () => (await rowNames(table)).length).toBe(3)
  await axeCheck(page)
  await screens(page, 'activity-filtered')
  await page.goto('/activity?order_by=amount&page=3&filter_type=weather')
  await expect(page.getByText(/^We can’t show what the address asks for: /)).toContainText(
    'sorting by “amount”, page “3”, the filter “type”',
  )
  await expect(rows).toHaveCount(25)
})

const uploadFiles = async (request: APIRequestContext, { accountId, token }: Company) => {
  for (const [name, rows] of [
    ['beta', 3],
    ['Alpha', 1],
    ['gamma', 2],
  ] as const)
    await request.post(`/api/accounts/${accountId}/imports/?kind=customers&name=${name}.csv`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      data: `Name\n${'A\n'.repeat(rows)}`,
    })
}

test('past imports are searched, sorted and filtered', async ({ page, request }) => {
  const company = await openCompany(request, 'Importers Ltd')
  await uploadFiles(request, company)
  await openAs(page, company, '/imports')
  const table = page.getByRole('table', { name: 'Past imports' })
  await expect.poll(() => rowNames(table)).toEqual(['gamma.csv', 'Alpha.csv', 'beta.csv'])
  await table.getByRole('columnheader', { name: 'File' }).getByRole('button').click()
  await expect(page).toHaveURL(/order_by=file_name/)
  await expect.poll(() => rowNames(table)).toEqual(['Alpha.csv', 'beta.csv', 'gamma.csv'])
  await table.getByRole('columnheader', { name: 'Rows' }).getByRole('button').click()
  await expect.poll(() => rowNames(table)).toEqual(['Alpha.csv', 'gamma.csv', 'beta.csv'])
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Rows' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter by rows' })
  await dialog.getByLabel('Rows').fill('2')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('button', { name: 'Rows at least 2' })).toBeVisible()
  await expect.poll(() => rowNames(table)).toEqual(['gamma.csv', 'beta.csv'])
  await axeCheck(page)
  await screens(page, 'imports-filtered')
  await page.getByLabel('Search past imports').fill('gam')
  await expect.poll(() => rowNames(table)).toEqual(['gamma.csv'])
  await page.goto('/imports?filter_status=done')
  await expect(page.getByText('No items found. Try changing your filter settings.')).toBeVisible()
  await page.goto('/imports?kind=customers&order_by=status&filter_total_rows=x')
  await expect(page.getByText(/^We can’t show what the address asks for: /)).toBeVisible()
  await expect.poll(() => rowNames(table)).toHaveLength(3)
})

test('requests for access are sorted and filtered, and open ones have no day of a decision', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Gatekeeper Ltd')
  for (const name of ['zoe Ash', 'Adam Oak'])
    await callApi(request, 'POST', '/api/access-requests/', {
      host: company.host,
      body: { name, email: freshEmail('asks'), reference: 'Pelham' },
    })
  await openAs(page, company, '/customer-portal/requests')
  const table = page.getByRole('table', { name: 'Requests for access' })
  await expect.poll(() => rowNames(table)).toEqual(['Adam Oak', 'zoe Ash'])
  const heading = table.getByRole('columnheader', { name: 'Name' }).getByRole('button')
  await heading.click()
  await heading.click()
  await expect(page).toHaveURL(/order_by=-name/)
  await expect.poll(() => rowNames(table)).toEqual(['zoe Ash', 'Adam Oak'])
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Asked on'])
  await page.getByRole('menuitem', { name: 'Asked on' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter by asked on' })
  await dialog.getByLabel('Condition').selectOption('in the last 7 days')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('button', { name: 'Asked in the last 7 days' })).toBeVisible()
  await expect(table.getByRole('rowheader')).toHaveCount(2)
  await axeCheck(page)
  await screens(page, 'access-requests-filtered')
  await page.goto('/customer-portal/requests?state=approved&filter_decided_at=2026-11-01&order_by=customer')
  await expect(page.getByRole('button', { name: /^Decided on/ })).toBeVisible()
  const told = page.getByText('We can’t show what the address asks for')
  await expect(told).toHaveCount(0)
  await page.getByLabel('Status').selectOption('To decide')
  await expect(page).toHaveURL(/\/requests$/)
  await expect(table.getByRole('rowheader')).toHaveCount(2)
  await expect(told).toHaveCount(0)
  await page.goto('/customer-portal/requests?filter_decided_at=2026-11-01&search=zoe')
  await expect(told).toContainText('the filter “decided at”')
})

test('a page below row 100,000 says what can’t be done, and leads to the first one', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 400/)
  const company = await openCompany(request, 'Bottomless Ltd')
  await addCustomer(request, company, 'Harbor Foods')
  await openAs(page, company, '/customers?page=5000&order_by=short_name')
  const note = page.getByRole('status').filter({ hasText: 'We can’t show page 5,000' })
  await expect(note).toContainText('This page is too far down. Narrow the list by a search or a filter.')
  await expect(page.getByText('Failed to load')).toHaveCount(0)
  await axeCheck(page)
  await screens(page, 'list-too-deep')
  await note.getByRole('button', { name: 'Show the first page' }).click()
  await expect(page).toHaveURL(/\/customers\?order_by=short_name$/)
  await expect(page.getByRole('table', { name: 'Customers' })).toContainText('Harbor Foods')
  for (const path of [
    '/settings/audit-log',
    '/imports',
    '/customer-portal/requests',
    '/payment-processing/payouts',
  ]) {
    await page.goto(`${path}?page=5000`)
    await expect(note, path).toBeVisible()
  }
  await expect(note, 'payouts have no filters').toContainText('You can open the first 100,000 rows.')
  await expect(note).not.toContainText('Narrow')
  await screens(page, 'list-too-deep-without-filters')
})
