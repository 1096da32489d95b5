import { startXeroSimulator, type XeroSimulator } from '../../simulators/xero/index.ts'
import { axeCheck, expect, screens } from '../fixtures.ts'
import { openCompany } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'
import { disconnect, expectConnected, openNewPayment, withSimulatedBooks } from '../steps/simulated-books.ts'

let xero: XeroSimulator

const test = withSimulatedBooks(async () => {
  xero = await startXeroSimulator({ names: ['Larch Landscapes', 'Larch Nursery'] })
  return xero
})

test('a company chooses its organisation at Xero, reads it, posts a payment, and disconnects', async ({
  page,
  request,
  expectConsole,
}) => {
  // A refused consent is reported.
  expectConsole(/status of 4/)
  const contact = xero.books.addContact('Dogwood Dental', { EmailAddress: 'dogwood@customers.test' })
  const remote = xero.books.addInvoice(contact, 240, 'INV-101')
  const company = await openCompany(request, 'Larch Landscapes', 'provider')
  await openAs(page, company, '/settings/accounting-connection')
  await page.getByRole('button', { name: 'Connect Xero' }).click()
  await expect(page.getByRole('heading', { name: 'Choose an organisation' })).toBeVisible()
  await page.getByRole('link', { name: 'Larch Landscapes' }).click()
  await expectConnected(page, 'Xero')
  await expect(page.getByText('Larch Landscapes').first()).toBeVisible()
  await axeCheck(page)
  await screens(page, 'accounting-xero-connected')

  await page.goto('/invoices')
  await page.getByRole('link', { name: 'INV-101' }).first().click()
  await expect(page.getByText('Change this invoice in Xero. It is read from there.')).toBeVisible()
  await openNewPayment(page, request, company)
  await page.getByRole('button', { name: 'Post to Xero' }).click()
  await page.getByRole('button', { name: 'Post $40.00' }).click()
  await expect(page.getByText('Payment posted to Xero')).toBeVisible()
  expect(xero.books.find('Invoices', remote).AmountDue).toBe(200)

  await disconnect(page, 'Xero')
  await screens(page, 'accounting-xero-ended')
  await page.getByRole('button', { name: 'Connect Xero again' }).click()
  await expect(page.getByRole('heading', { name: 'Choose an organisation' })).toBeVisible()
  const asked = new URL(page.url()).searchParams
  const refused = new URLSearchParams({ error: 'access_denied', state: asked.get('state') ?? '' })
  await page.goto(`${asked.get('redirect_uri')}?${refused}`)
  await expect(page.getByRole('alert')).toContainText('Xero')
  await page.goto('/settings/accounting-connection')
  await page.getByRole('button', { name: 'Connect Xero again' }).click()
  await page.getByRole('link', { name: 'Larch Nursery' }).click()
  await expect(page.getByRole('alert')).toContainText('Larch Landscapes in Xero')
  expect(xero.violations).toEqual([])
})
