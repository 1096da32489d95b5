import { readFile } from 'node:fs/promises'
import { grant } from '../firefox/prepare-pages.ts'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { callApi } from '../steps/api.ts'
import { addCustomer, inCompany, openCompany, sendInvoice } from '../steps/company.ts'
import { logIn, openAs, toast } from '../steps/log-in.ts'

const DEMO = { password: 'collect-what-is-owed' }

test('an owner reads, filters and exports the audit log', async ({ page, request, context }) => {
  test.slow()
  await grant(context, 'clipboard-read', 'clipboard-write')
  const company = await openCompany(request, 'Complete Records Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const invoice = await sendInvoice(request, company, customer, '20.00')
  await inCompany(request, company, 'POST', `invoices/${invoice.pk}/void/`, { reason: 'sent twice' })
  // Entries are sealed a minute after they were written.
  await callApi(request, 'POST', '/api/dev/clock/', { body: { advance: 'PT2M' } })

  await openAs(page, company, '/settings/account-settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible()
  const log = page.getByRole('table', { name: 'Audit log' })
  const voided = log.getByRole('row').filter({ hasText: 'voided' })
  await expect(voided).toContainText(`Olive Owner voided invoice ${invoice.number} of $20.00: sent twice`)
  await expect(log.getByRole('row').filter({ hasText: 'logged in' }).first()).toBeVisible()
  await expect(page.getByText(/^Sealed through entry \d+ · hash [0-9a-f]{8}…[0-9a-f]{4}$/)).toBeVisible()
  await axeCheck(page)
  await screens(page, 'audit-log')
  await page.getByRole('button', { name: 'Copy latest seal' }).click()
  await expect(toast(page, 'Seal copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d+:[0-9a-f]{64}$/)

  await page.getByLabel('About').selectOption('Invoices')
  await expect(page).toHaveURL(/area=invoices/)
  await expect(log.getByRole('row').filter({ hasText: 'logged in' })).toHaveCount(0)
  await page.getByLabel('Who').selectOption('Quittance')
  await expect(page.getByText('No items found. Try changing your filter settings.')).toBeVisible()
  await screens(page, 'audit-log-nothing')
  await page.getByLabel('Who').selectOption('Olive Owner')
  await expect(voided).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Who')).toHaveValue(/^[0-9a-f-]{36}$/)
  await expect(voided).toBeVisible()

  await voided.getByRole('button').click()
  const entry = page.getByRole('dialog', { name: /^Olive Owner voided invoice/ })
  await expect(entry).toContainText('invoices.void')
  await axeCheck(page)
  await screens(page, 'audit-log-entry')
  await entry.getByRole('button', { name: 'Only this record' }).click()
  await expect(entry).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`object=${invoice.pk}`))
  await expect(log.getByRole('row').filter({ hasText: `created invoice ${invoice.number}` })).toBeVisible()
  await expect(log.getByRole('row').filter({ hasText: 'logged in' })).toHaveCount(0)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Audit log \d{4}-\d\d-\d\d\.csv$/)
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv).toContain(`Olive Owner voided invoice ${invoice.number} of $20.00: sent twice.`)
  expect(csv).not.toContain('logged in')
  await page.getByRole('button', { name: 'Remove filter Only' }).click()
  await page.getByLabel('About').selectOption('Audit log')
  await expect(log).toContainText(/Olive Owner exported \d entries of the audit log/)
  await page.getByLabel('About').selectOption('Invoices')
  await voided.getByRole('link', { name: `invoice ${invoice.number}` }).click()
  await expect(page).toHaveURL(new RegExp(`/invoices/${invoice.pk}`))
})

test('the audit log is hidden from a viewer, also by its address', async ({ page }) => {
  await logIn(page, { email: 'viewer@brightwater.test', ...DEMO })
  await page.goto('/settings/account-settings')
  const settings = page.getByRole('navigation', { name: 'Settings' })
  await expect(settings.getByRole('link', { name: 'Profile' })).toBeVisible()
  await expect(settings.getByRole('link', { name: 'Audit log' })).toHaveCount(0)
  await page.goto('/settings/audit-log')
  await expect(page.getByText('Owners and admins can read the audit log.')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
})

test('the audit log opens from the command palette and has pages', async ({ page }) => {
  await logIn(page, { email: 'admin@brightwater.test', ...DEMO })
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog').getByRole('combobox').fill('audit')
  await page.getByRole('option', { name: 'Audit log' }).click()
  await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible()
  await expect(page.getByText(/^1–25 of \d+$/)).toBeVisible()
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(page.getByText(/^26–50 of \d+$/)).toBeVisible()
  await screens(page, 'audit-log-demo')
})
