import { beforeAll, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/dates/durations.ts'
import { hasContract, startClioSimulator } from '../../../simulators/clio/index.ts'
import { setUp } from '../../../testing/set-up.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { readReceivables, verifyLedger } from '../ledger/index.ts'
import { recordPayment, refundPayment } from '../payments/index.ts'
import { postPaymentNow } from './actions/post/post-payment-now.ts'
import { syncBooks } from './actions/sync/sync-books.ts'
import { selectConflicts } from './store/conflicts.ts'
import { selectConnections } from './store/connections.ts'
import { aProviderTenant, connectTo, localInvoice, syncNow } from './testing.ts'

const clock = { now: () => Date.parse('2026-11-20T15:00:00Z') }
const clio = setUp(
  () => startClioSimulator({ now: () => clock.now() }),
  (made) => made.close(),
)
const test = setUp(
  async () => {
    const made = await createTestApp({ env: { ...clio.env } })
    clock.now = () => made.clock.wallNow()
    return made
  },
  (made) => made.close(),
)
const tenant = setUp(() => aProviderTenant(test))
let client: string

beforeAll(async () => {
  client = clio.books.addContact('Alder Clinic')
  clio.books.addBill(client, 50, '1042')
  expect(await connectTo(tenant, 'clio')).toBe('done')
})

const sync = (ms = HOUR_MS) => {
  test.clock.advance(ms)
  return syncNow(tenant)
}
const titles = async () =>
  (await tenant.run((ctx) => selectConflicts(ctx, 'open', { limit: 50, offset: 0 }))).rows.map(
    ({ title }) => title,
  )

const countRemovals = async () =>
  (
    await tenant.run(({ db }) =>
      db
        .selectFrom('tasks')
        .select('id')
        .where('status', '=', 'open')
        .where('title', '=', 'Remove a payment in Clio')
        .execute(),
    )
  ).length

async function read(remoteId: string) {
  const { id } = await localInvoice(tenant, remoteId)
  const [owed] = await tenant.run((ctx) => readReceivables(ctx, [id]))
  const lines = await tenant.run(({ db }) =>
    db.selectFrom('invoice_lines').select('net_minor').where('invoice_id', '=', id).execute(),
  )
  return { remainingMinor: owed!.remainingMinor, lines: lines.map((line) => line.net_minor) }
}

async function pay(remoteId: string, total: string): Promise<string> {
  const invoice = await localInvoice(tenant, remoteId)
  const { pk } = await tenant.run((ctx) =>
    recordPayment(ctx, {
      ...{ customer: invoice.customer, type: 'check', total, received_on: '2026-11-19', reference: '' },
      ...{ request_id: `pay-${remoteId}`, invoices: [{ invoice: invoice.id, amount: total }] },
    }),
  )
  return pk
}

it('takes a discount as a line below zero, with the stated total', async () => {
  const bill = clio.books.addBill(client, 80, 'NEG-1', { services_sub_total: 100 })
  expect(await sync()).toBe('done')
  const { remainingMinor, lines } = await read(bill)
  expect([remainingMinor, lines.toSorted((one, other) => Number(one - other))]).toEqual([
    8000n,
    [-2000n, 10_000n],
  ])
})

it('keeps what a client owes who was deleted there, and tells of it within a day', async () => {
  const leaving = clio.books.addContact('Leaving Ltd')
  const bill = clio.books.addBill(leaving, 60, 'LEAVING-1')
  expect(await sync()).toBe('done')
  clio.books.remove('contacts', Number(leaving)) // not money: an id
  expect(await sync(DAY_MS + HOUR_MS)).toBe('done')
  expect(await titles()).toEqual(['Leaving Ltd was taken out of Clio and still owes $60.00'])
  expect((await read(bill)).remainingMinor).toBe(6000n)
  await pay(bill, '60.00')
  expect(await sync()).toBe('done')
  expect(await titles()).toEqual([])
})

it('ends the task to remove a payment from a bill that was voided there as well', async () => {
  const bill = clio.books.addBill(client, 25, 'VOID-1')
  expect(await sync()).toBe('done')
  const payment = await pay(bill, '25.00')
  expect(await sync()).toBe('done')
  const entry = clio.books.pay(bill, 25, { date: '2026-11-19' })
  expect(await sync()).toBe('done')
  const money = { total: '25.00', total_currency: 'USD', reason: '', request_id: 'refund-of-void' }
  await refundPayment(tenant.uow(), payment, money)
  expect(await sync()).toBe('done')
  expect(await countRemovals()).toBe(1)
  clio.books.voidPayment(entry)
  clio.books.voidBill(bill)
  expect(await sync()).toBe('done')
  expect(await countRemovals()).toBe(0)
  expect(await titles()).toEqual([])
})

it('misses nothing while our clock is hours ahead of Clio’s', async () => {
  const own = clock.now
  clock.now = () => own() - 6 * HOUR_MS
  expect(await sync()).toBe('done')
  const late = clio.books.addBill(client, 46, 'LATE-1')
  expect(await sync()).toBe('done')
  expect((await read(late)).remainingMinor).toBe(4600n)
  clock.now = own
})

it('is read by one account only', async () => {
  const second = await aProviderTenant(test)
  await expect(connectTo(second, 'clio')).rejects.toMatchObject({
    code: 'wrong_state',
    detail: expect.stringContaining('already connected to another company here'),
  })
  expect(await second.run(selectConnections)).toEqual([])
})

it('recognizes a payment at once although many others stay in doubt', async () => {
  const doubtful = Array.from({ length: 10 }, (_, at) => clio.books.addBill(client, 10, `DOUBT-${at}`))
  const bill = clio.books.addBill(client, 70, 'CLEAR-1')
  expect(await sync()).toBe('done')
  for (const one of doubtful) await pay(one, '10.00')
  expect(await sync()).toBe('done')
  // Dated long before it was received, so that nobody knows whether it is the same money.
  for (const one of doubtful) clio.books.pay(one, 10, { date: '2026-10-01' })
  expect(await sync()).toBe('done')
  expect(await titles()).toHaveLength(10)
  await pay(bill, '70.00')
  test.clock.advance(MINUTE_MS)
  expect(await syncBooks(tenant.uow(), 'posts')).toBe('done')
  clio.books.pay(bill, 70, { date: '2026-11-19' })
  const { id } = await tenant.run(({ db }) =>
    db.selectFrom('payments').select('id').where('amount_minor', '=', 7000n).executeTakeFirstOrThrow(),
  )
  expect(await postPaymentNow(tenant.uow(), id)).toMatchObject({ posted: true })
  expect((await tenant.run(verifyLedger)).differences).toEqual([])
})

it.skipIf(!hasContract)('sent only what the published contract takes', () => {
  expect(clio.violations).toEqual([])
})
