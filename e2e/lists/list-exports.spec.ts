import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, openCompany, sendInvoice } from '../steps/company.ts'
import { logIn, openAs } from '../steps/log-in.ts'

/** Exports by keyboard, and returns the file's name and bytes. */
async function exportAs(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Export' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: format })).toBeVisible()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: format }).press('Enter')
  const file = await coming
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('a clerk exports the filtered invoices and all customers as CSV and as an Excel workbook', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Spreadsheet Trading Ltd')
  const harbor = await addCustomer(request, company, 'Harbor Foods')
  const kissa = await addCustomer(request, company, 'Kissa Oy')
  const one = await sendInvoice(request, company, harbor, '20.00')
  const other = await sendInvoice(request, company, kissa, '35.50')

  await openAs(page, company, '/invoices?search=Harbor')
  await expect(page.getByRole('table', { name: 'Invoices' })).toContainText(one.number)
  const csv = await exportAs(page, 'CSV')
  expect(csv.name).toMatch(/^Invoices \d{4}-\d\d-\d\d\.csv$/)
  expect(csv.bytes.toString()).toContain(`${one.number},Harbor Foods,`)
  expect(csv.bytes.toString()).not.toContain(other.number)

  await page.goto('/invoices')
  await page.getByRole('checkbox', { name: `Select ${other.number}` }).check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('menuitem', { name: 'CSV' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'invoices-export-selected')
  const selected = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const file = await selected
  expect(file.suggestedFilename()).toMatch(/^Selected invoices \d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path())).toString().trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`${other.number},Kissa Oy,`)

  await page.goto('/customers')
  await expect(page.getByRole('table', { name: 'Customers' })).toContainText('Kissa Oy')
  const workbook = await exportAs(page, 'Excel (XLSX)')
  expect(workbook.name).toMatch(/^Customers \d{4}-\d\d-\d\d\.xlsx$/)
  const sheet = strFromU8(unzipSync(workbook.bytes)['xl/worksheets/sheet1.xml']!)
  expect(sheet).toContain('Harbor Foods')
  expect(sheet).toContain('<v>35.50</v>')

  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('menuitem', { name: 'CSV' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'invoices-export')
})

test('reminders, late fees, statements and payment plans are exported', async ({ page }) => {
  test.slow()
  await logIn(page, { email: 'owner@brightwater.test', password: 'collect-what-is-owed' })
  for (const [path, table, name, heading] of [
    ['/reminders?view=sent', 'Sent reminders', 'Sent reminders', 'Sent at (UTC),Customer,Step'],
    ['/reminders?view=held', 'Held reminders', 'Held reminders', 'Customer,Invoice,Step'],
    ['/reminders', 'Upcoming reminders', 'Upcoming reminders', 'Day,Customer,Step'],
    ['/payment-processing/payouts', 'Payouts', 'Payouts', 'Arrives on,Processor'],
    ['/late-fees?view=charged', 'Late fees', 'Late fees', 'Invoice,Customer,Fee,Rule'],
    ['/statements', 'Issued statements', 'Statements', 'Statement,Customer,Kind'],
    ['/payment-plans?state=all', 'Payment plans', 'Payment plans', 'Customer,Invoices,Status'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('table', { name: table })).toBeVisible()
    const csv = await exportAs(page, 'CSV')
    expect(csv.name).toMatch(new RegExp(`^${name} .*\\.csv$`))
    expect(csv.bytes.toString()).toContain(heading)
  }
  await axeCheck(page)
  await screens(page, 'payment-plans-export')
  await page.goto('/settings/team')
  const team = await exportAs(page, 'CSV')
  expect(team.bytes.toString()).toContain('owner@brightwater.test')
  await screens(page, 'team-export')
  await page.goto('/reminders?view=sent')
  await screens(page, 'sent-reminders-export')
})

test('groups, logins, cases, automatic payments, fees, rules, activity and other lists are exported', async ({
  page,
}) => {
  test.slow()
  await logIn(page, { email: 'owner@brightwater.test', password: 'collect-what-is-owed' })
  for (const [path, title, name, heading] of [
    ['/customers/groups', 'Customer groups', 'Customer groups', 'Group,Customers,Reminders'],
    ['/customer-portal', 'Customer portal', 'Portal logins', 'Customer,Email,Status'],
    ['/payment-processing/cases', 'Payment cases', 'Payment cases', 'Case,Detail,Processor'],
    ['/automatic-payments', 'Automatic payments', 'Automatic payments', 'Customer,Payment method,Since'],
    ['/late-fees', 'Late fees', 'Upcoming late fees', 'Day,Invoice,Customer,Rule'],
    ['/late-fees/rules', 'Late fee rules', 'Late fee rules', 'Rule,Status,On since'],
    ['/activity', 'Activity', 'Activity', 'At (UTC),Event,Record'],
    ['/imports?kind=invoices', 'Import invoices', 'Imports', 'File,Kind,Status'],
    ['/customer-portal/requests', 'Customer portal', 'Requests for access', 'Name,Email,Asks for'],
    [
      '/settings/accounting-connection/conflicts',
      'Accounting conflicts',
      'Accounting conflicts',
      'Difference,Record type',
    ],
    ['/settings/audit-log', 'Audit log', 'Audit log', 'Date,Time,UTC,Who'],
    ['/companies', 'Your companies', 'Companies', 'Company,Your role,Status'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    const csv = await exportAs(page, 'CSV')
    expect(csv.name).toMatch(new RegExp(`^${name} .*\\.csv$`))
    expect(csv.bytes.toString()).toContain(heading)
    await screens(page, `${name.toLowerCase().replaceAll(' ', '-')}-export`)
  }
})
