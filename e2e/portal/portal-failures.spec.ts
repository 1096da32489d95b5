import type { Page } from '@playwright/test'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, openCompany, sendInvoice } from '../steps/company.ts'
import { toast } from '../steps/log-in.ts'
import { enrollCustomer, openPortalTab, signInToPortal } from '../steps/portal.ts'

const BUSY = 'The server is busy. Please try again in a moment.'

/** Answers 503 to requests of these paths, once `held` is over, until the returned function is called. */
async function failRequests(page: Page, path: RegExp, held?: Promise<void>): Promise<() => Promise<void>> {
  const matches = (url: URL) => path.test(url.pathname)
  await page.route(matches, async (route) => {
    await held
    await route.fulfill({ status: 503, json: { detail: BUSY } })
  })
  return () => page.unroute(matches)
}

test('a portal that can’t be loaded says so with the reason, and loads on request', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 503/)
  const company = await openCompany(request, 'Fog Signal Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  await sendInvoice(request, company, customer, '120.00')
  await enrollCustomer(request, company, customer)
  await signInToPortal(page, company, customer)

  const restore = await failRequests(page, /^\/api\/(portal-home|account|preferences)\/$/)
  await page.reload()
  const failed = page.getByRole('heading', { name: 'There is a error to load this portal, try again later' })
  await expect(failed).toBeVisible()
  await expect(page.getByRole('main')).toContainText(BUSY)
  await expect(toast(page, 'Failed to load customer data')).toContainText(BUSY)
  await axeCheck(page)
  await screens(page, 'portal-failed')
  await restore()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Total Amount Owed' })).toContainText('$120.00')
  await expect(failed).toHaveCount(0)
})

test('invoices and ways to pay that can’t be loaded are told in their place, and are asked for again', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 503/)
  const company = await openCompany(request, 'Slow Ferry Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const invoice = await sendInvoice(request, company, customer, '120.00')
  await enrollCustomer(request, company, customer)
  await signInToPortal(page, company, customer)

  const restoreInvoices = await failRequests(page, /^\/api\/invoices\/$/)
  await openPortalTab(page, 'Invoices')
  await expect(toast(page, 'Failed to load invoices').first()).toContainText(BUSY)
  const list = page.getByRole('region', { name: 'All Invoices' })
  await expect(list).toContainText('Failed to load invoices')
  await restoreInvoices()
  await list.getByRole('button', { name: 'Try again' }).click()
  await expect(list.getByRole('link', { name: invoice.number }).first()).toBeVisible()

  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  const restoreOptions = await failRequests(page, /^\/api\/invoices\/[^/]+\/payment-options\/$/, held)
  await list.getByRole('button', { name: /^Pay/ }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Make a Payment' })
  await expect(dialog.getByRole('status', { name: 'Loading the ways to pay' })).toBeVisible()
  await screens(page, 'payment-dialog-loading')
  answer()
  await expect(dialog).toContainText('Failed to load payment options')
  await expect(dialog).toContainText(BUSY)
  await screens(page, 'payment-dialog-failed')
  await restoreOptions()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('tab', { name: 'Card', exact: true })).toBeVisible()
})
