import pg from 'pg'
import { expect, it } from 'vitest'
import { inTransaction } from '../../server/platform/context.ts'
import { startClioSimulator } from '../../simulators/clio/index.ts'
import { startQuickBooksSimulator } from '../../simulators/quickbooks/index.ts'
import { startXeroSimulator } from '../../simulators/xero/index.ts'
import { setUp } from '../../testing/set-up.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { openBooksCompanies } from './books-companies.ts'
import { openDemoCompany } from './demo-company.ts'

const close = (made: { close(): Promise<void> }) => made.close()
const intuit = setUp(() => startQuickBooksSimulator(), close)
const xero = setUp(() => startXeroSimulator({ names: ['Books', 'Other books'], seed: 'demo' }), close)
const clio = setUp(() => startClioSimulator(), close)
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
