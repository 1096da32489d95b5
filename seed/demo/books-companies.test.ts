import pg from 'pg'
import { expect, it } from 'vitest'
import { inTransaction } from '../../server/platform/context.ts'
import { aProviderTenant, connectTo } from '../../server/rooms/accounting/testing.ts'
import { fillClio, fillQuickBooks, fillXero } from '../../simulators/books/fill-free-books.ts'
import { startClioSimulator } from '../../simulators/clio/index.ts'
import { startQuickBooksSimulator } from '../../simulators/quickbooks/index.ts'
import { startXeroSimulator } from '../../simulators/xero/index.ts'
import { setUp } from '../../testing/set-up.ts'
import { createTestApp, type Tenant } from '../../testing/test-app.ts'
import { openBooksCompanies } from './books-companies.ts'
import { openDemoCompany } from './demo-company.ts'

const close = (made: { close(): Promise<void> }) => made.close()
const intuit = setUp(() => startQuickBooksSimulator({ others: ['Free books'] }), close)
const xero = setUp(() => startXeroSimulator({ names: ['Books', 'Free books'], seed: 'demo' }), close)
const clio = setUp(() => startClioSimulator({ others: ['Free books'] }), close)
const test = setUp(() => createTestApp({ env: { ...intuit.env, ...xero.env, ...clio.env } }), close)

/** Numbers of all invoices of simulated books. */
async function numbers(): Promise<string[]> {
  const client = new pg.Client(test.ownerConfig)
  await client.connect()
  const { rows } = await client.query<{ number: string }>(
    `select number from invoices where number in ('1042', 'INV-101', '101') order by number`,
  )
  await client.end()
  return rows.map(({ number }) => number)
}

const endings = (lines: readonly string[]) =>
  lines.slice(1).map((line) => line.replace(/^ +(\S.*?) +http\S+ +/, '$1: '))

it('opens a company for each simulated platform, reads its books, and connects those again that were forgotten', async () => {
  const customer = intuit.books.put('Customer', { DisplayName: 'Alder Clinic', Active: true })
  intuit.books.addInvoice(customer.Id, 120, '1042')
  xero.books.addInvoice(xero.books.addContact('Dogwood Dental'), 240, 'INV-101')
  clio.books.addBill(clio.books.addContact('Gorse Gardens'), 420, '101')
  expect(await openBooksCompanies(test.app), 'without the demo company there is nobody to own them').toEqual(
    [],
  )
  const actor = { kind: 'system', job: 'test' } as const
  await inTransaction(test.app, { requestId: 'test', ip: null }, actor, openDemoCompany)
  const connected = ['QuickBooks Online: connected', 'Xero: connected', 'Clio: connected']
  expect(endings(await openBooksCompanies(test.app))).toEqual(connected)
  expect(await numbers()).toEqual(['101', '1042', 'INV-101'])
  // Each platform forgets all access, as a simulator does that was started anew.
  intuit.revokeAccess()
  xero.revokeAccess()
  clio.consents.revoke()
  expect(endings(await openBooksCompanies(test.app))).toEqual(connected)
  expect([...intuit.violations, ...xero.violations, ...clio.violations]).toEqual([])
})

/** Sums in minor units of what an account has read. */
async function contentOf(tenant: Tenant) {
  return tenant.run(async ({ db }) => {
    const invoices = await db
      .selectFrom('invoices as i')
      .innerJoin('receivables as r', 'r.invoice_id', 'i.id')
      .select(['r.remaining_minor', 'i.tax_minor'])
      .execute()
    const credit = await db.selectFrom('credit_balances').select('remaining_minor').execute()
    return {
      customers: (await db.selectFrom('customers').select('id').execute()).length,
      open: invoices.filter(({ remaining_minor: left }) => left > 0n).length,
      paid: invoices.filter(({ remaining_minor: left }) => left === 0n).length,
      owed: invoices.reduce((sum, { remaining_minor: left }) => sum + left, 0n),
      tax: invoices.reduce((sum, { tax_minor: tax }) => sum + tax, 0n),
      credit: credit.reduce((sum, { remaining_minor: left }) => sum + left, 0n),
    }
  })
}

it.each(['quickbooks', 'xero', 'clio'])('leaves free books with content at %s', async (provider) => {
  if (provider === 'quickbooks') intuit.others.forEach(fillQuickBooks)
  if (provider === 'xero') xero.others.forEach(fillXero)
  if (provider === 'clio') clio.others.forEach(fillClio)
  const tenant = await aProviderTenant(test)
  await expect(connectTo(tenant, provider), 'the first books are taken').rejects.toThrow(/already connected/)
  expect(await connectTo(tenant, provider, 'Free books')).toBe('done')
  expect(await contentOf(tenant)).toEqual({
    ...{ customers: 3, open: 9, paid: 3, owed: 4669_50n, tax: 49_50n, credit: 135_00n },
  })
  expect([...intuit.violations, ...xero.violations, ...clio.violations]).toEqual([])
})
