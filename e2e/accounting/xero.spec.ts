import { freePort } from '../../server/platform/free-port.ts'
import { startXeroSimulator, type XeroSimulator } from '../../simulators/xero/index.ts'
import { withDedicatedProduct } from '../dedicated-product.ts'
import { axeCheck, expect, screens } from '../fixtures.ts'
import { startProductOn } from '../start-product.ts'
import { inCompany, openCompany } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'

let xero: XeroSimulator

const test = withDedicatedProduct(async () => {
  xero = await startXeroSimulator({ names: ['Larch Landscapes', 'Larch Nursery'] })
  const product = await startProductOn(await freePort(), { DEMO_COMPANY: 'off', ...xero.env })
  return {
    ...product,
    async stop() {
      await product.stop()
      await xero.close()
    },
  }
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
  await expect(page.getByText('Xero connected')).toBeVisible()
  await expect(page.getByText('Synced just now')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Larch Landscapes').first()).toBeVisible()
  await axeCheck(page)
  await screens(page, 'accounting-xero-connected')

  await page.goto('/invoices')
  await page.getByRole('link', { name: 'INV-101' }).first().click()
  await expect(page.getByText('Change this invoice in Xero. It is read from there.')).toBeVisible()
  const { results } = await inCompany<{ results: { pk: string; customer: { pk: string } }[] }>(
    request,
    company,
    'GET',
    'invoices/',
  )
  const invoice = results[0]!
  const payment = await inCompany<{ pk: string }>(request, company, 'POST', 'payments/', {
    customer: invoice.customer.pk,
    type: 'check',
    total: '40.00',
    received_on: '2026-11-01',
    reference: '',
    request_id: `xero-${invoice.pk}`,
    invoices: [{ invoice: invoice.pk, amount: '40.00' }],
  })
  await page.goto(`/payment-processing/${payment.pk}`)
  await page.getByRole('button', { name: 'Post to Xero' }).click()
  await page.getByRole('button', { name: 'Post $40.00' }).click()
  await expect(page.getByText('Payment posted to Xero')).toBeVisible()
  expect(xero.books.find('Invoices', remote).AmountDue).toBe(200)

  await page.goto('/settings/accounting-connection')
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('button', { name: 'Disconnect Xero' }).click()
  await expect(page.getByText('Xero disconnected')).toBeVisible()
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
