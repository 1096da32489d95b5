import { beforeAll, describe, expect, it } from 'vitest'
import { startQuickBooksSimulator } from '../../../simulators/quickbooks/index.ts'
import { setUp } from '../../../testing/set-up.ts'
import { createTestServer } from '../../../testing/test-server.ts'
import { verifyLedger } from '../ledger/index.ts'
import { refundPayment } from '../payments/index.ts'
import { cardForm, pay, portalOf } from '../payments/testing.ts'
import { updateConnection } from './actions/connect/update-connection.ts'
import { aProviderTenant, connectQuickBooks, requestSync, syncBooks } from './testing.ts'

const intuit = setUp(
  () => startQuickBooksSimulator({ now: () => Date.parse('2026-11-20T15:00:00Z') }),
  (made) => made.close(),
)
const test = setUp(
  () => createTestServer({ env: { ...intuit.env } }),
  (made) => made.close(),
)
const tenant = setUp(() => aProviderTenant(test))

let customer: string

beforeAll(async () => {
  customer = intuit.books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id
  for (const at of [1, 2, 3]) intuit.books.addInvoice(customer, 100, `S-${at}`)
  expect(await connectQuickBooks(tenant)).toBe('done')
  await tenant.run(({ db }) => db.updateTable('accounts').set({ card_surcharge_ppm: 30_000 }).execute())
})

/** Pays an invoice of 100.00 by card, with 3.00 on top. */
async function payByCard(number: string) {
  const invoice = await tenant.run(({ db }) =>
    db
      .selectFrom('invoices')
      .select(['id', 'customer_id'])
      .where('number', '=', number)
      .executeTakeFirstOrThrow(),
  )
  const uow = tenant.uow(portalOf(test.app, invoice.customer_id))
  return pay(uow, invoice.id, cardForm('100.00', { surcharge_percentage: '3' }))
}

const syncNow = async () => {
  await tenant.run(requestSync)
  expect(await syncBooks(tenant.uow())).toBe('done')
}

const receipts = () => intuit.books.list('SalesReceipt').map(({ TotalAmt }) => TotalAmt)

describe('a surcharge', () => {
  it('stays out of the books until an item is picked, and the payment’s note names it', async () => {
    await payByCard('S-1')
    await syncNow()
    expect(receipts()).toEqual([])
    const [payment] = intuit.books.list('Payment')
    expect(payment).toMatchObject({
      TotalAmt: 100,
      PrivateNote: expect.stringContaining('without the surcharge of $3.00'),
    })
  })

  it('is posted once as income of the item from then on, and not for older payments', async () => {
    test.clock.advance(1000)
    await tenant.run((ctx) =>
      updateConnection(ctx, 'quickbooks', { surcharge_item: '9', deposit_account: '35' }),
    )
    await payByCard('S-2')
    intuit.failNext('lost')
    await tenant.run(requestSync)
    await syncBooks(tenant.uow())
    test.clock.advance(3_600_000)
    await syncNow()
    await syncNow()
    expect(receipts()).toEqual([3])
    const [receipt] = intuit.books.list('SalesReceipt')
    expect(receipt).toMatchObject({
      CustomerRef: { value: customer },
      DepositToAccountRef: { value: '35' },
      Line: [{ Amount: 3, SalesItemLineDetail: { ItemRef: { value: '9' } } }],
    })
    expect(intuit.books.list('Invoice').map(({ Balance }) => Balance)).toEqual([0, 0, 100])
  })

  it('is taken back with its refund', async () => {
    const payment = await payByCard('S-3')
    await syncNow()
    expect(receipts()).toEqual([3, 3])
    const money = { total: '103.00', total_currency: 'USD', reason: '', request_id: 'refund-all' }
    await refundPayment(tenant.uow(), payment.id, money)
    await syncNow()
    expect(receipts()).toEqual([3])
    expect(intuit.books.list('Invoice').map(({ Balance }) => Balance)).toEqual([0, 0, 100])
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
    expect(intuit.violations).toEqual([])
  })
})
