import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { HOUR_MS } from '../../../../../domain/dates/durations.ts'
import { startClioSimulator } from '../../../../../simulators/clio/index.ts'
import { startXeroSimulator } from '../../../../../simulators/xero/index.ts'
import { setUp } from '../../../../../testing/set-up.ts'
import { createTestApp } from '../../../../../testing/test-app.ts'
import { readReceivables, verifyLedger } from '../../../ledger/index.ts'
import { recordPayment } from '../../../payments/index.ts'
import { selectConflicts } from '../../store/conflicts.ts'
import { aProviderTenant, connectTo, entriesByHand, localInvoice, moveTo, syncNow } from '../../testing.ts'

/*
 * Moves from books in which people enter payments. What was entered there in part is neither posted whole to the new books nor
 * forgotten, and after the way back the rest is asked for again.
 */

let nowMs = Date.parse('2026-11-20T15:00:00Z') // an instant of the tests
const clio = setUp(
  () => startClioSimulator({ now: () => nowMs }),
  (made) => made.close(),
)
const xero = setUp(
  () => startXeroSimulator({ now: () => nowMs }),
  (made) => made.close(),
)
const test = setUp(
  () => createTestApp({ env: { ...clio.env, ...xero.env } }),
  (made) => made.close(),
)
const tenant = setUp(() => aProviderTenant(test))

const advance = () => {
  test.clock.advance(HOUR_MS)
  nowMs = test.clock.wallNow()
}
const move = async (provider: string) => {
  advance()
  await moveTo(tenant, provider)
  expect(await syncNow(tenant)).toBe('done')
}
const conflicts = async () => {
  const { rows } = await tenant.run((ctx) => selectConflicts(ctx, 'open', { limit: 50, offset: 0 }))
  return rows.map(({ title, theirs }) => [title, theirs[0]?.value])
}

it('posts nothing a second time that was entered in part, and asks for the rest after the way back', async () => {
  nowMs = test.clock.wallNow()
  const client = clio.books.addContact('Alder Clinic')
  const bills = [clio.books.addBill(client, 120, '1042'), clio.books.addBill(client, 80, '1043')]
  expect(await connectTo(tenant, 'clio')).toBe('done')
  const [first, second] = [await localInvoice(tenant, bills[0]!), await localInvoice(tenant, bills[1]!)]
  await tenant.run((ctx) =>
    recordPayment(ctx, {
      ...{ customer: first.customer, type: 'check', total: '70.00', received_on: '2026-11-19' },
      ...{ reference: '', request_id: randomUUID() },
      invoices: [
        { invoice: first.id, amount: '40.00' },
        { invoice: second.id, amount: '30.00' },
      ],
    }),
  )
  expect(await syncNow(tenant)).toBe('done')
  const [asked] = await entriesByHand(tenant)
  expect(asked!.toEnter.map(({ minor }) => minor).toSorted()).toEqual([3000n, 4000n])
  clio.books.pay(bills[0]!, 40)
  advance()
  expect(await syncNow(tenant)).toBe('done')

  const clinic = xero.books.addContact('Alder Clinic')
  const moved = xero.books.addInvoice(clinic, 120, '1042')
  xero.books.settle(moved, 40, 'AmountPaid')
  xero.books.addInvoice(clinic, 80, '1043')
  await move('xero')
  expect(xero.books.list('Payments')).toEqual([])
  const owed = () => tenant.run((ctx) => readReceivables(ctx, [first.id, second.id]))
  const remaining = async () => (await owed()).map(({ remainingMinor }) => remainingMinor).toSorted()
  expect(await remaining()).toEqual([5000n, 8000n])
  expect(await conflicts()).toEqual([
    [
      expect.stringMatching(/has only a part of payment PAY-/),
      expect.stringMatching(/was entered in .*Clio/),
    ],
  ])

  await move('clio')
  expect(await conflicts()).toEqual([])
  const [again] = await entriesByHand(tenant)
  expect(again!.toEnter.map(({ bill, minor }) => [bill, minor])).toEqual([[bills[1], 3000n]])
  expect(again!.toRemove).toEqual([])
  clio.books.pay(bills[1]!, 30)
  advance()
  expect(await syncNow(tenant)).toBe('done')
  expect(await entriesByHand(tenant)).toEqual([])
  expect(await remaining()).toEqual([5000n, 8000n])
  expect((await tenant.run(verifyLedger)).differences).toEqual([])
})
