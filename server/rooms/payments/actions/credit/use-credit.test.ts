import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { countSuppressedDuplicates } from '../../../../../testing/count-suppressed-duplicates.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { newId } from '../../../../platform/ids.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { lockPayment } from '../../store/payments.ts'
import { insertRefund } from '../../store/refunds.ts'
import {
  anOpenInvoice,
  balancesOf,
  cardForm,
  pay,
  paymentsFixture,
  portalOf,
  refusalOf,
} from '../../testing.ts'
import { recordPayment } from '../pay/record-payment.ts'
import { refundPayment } from '../refund/refund-payment.ts'
import { type CreditUse, useCredit } from './use-credit.ts'

const payments = paymentsFixture(20)

/** A check from a customer who owed nothing yet, and two later invoices of theirs. */
async function overpaid(total = '100.00') {
  const customer = await payments.tenant.run((ctx) => aCustomer(ctx))
  const payment = await payments.tenant.run((ctx) =>
    recordPayment(ctx, {
      customer: customer.id,
      type: 'check',
      total,
      received_on: '2026-11-20',
      reference: '',
      request_id: newId(0),
    }),
  )
  const invoices = []
  for (const due of ['2026-12-02', '2026-12-20'])
    invoices.push((await payments.tenant.run((ctx) => anOpenInvoice(ctx, '80.00', customer, due))).invoiceId)
  return { customer, id: payment.id, older: invoices[0]!, newer: invoices[1]! }
}

const apply = (id: string, use: Partial<CreditUse> = {}) =>
  payments.tenant.run((ctx) => useCredit(ctx, id, { request_id: newId(0), ...use }))

const refund = (id: string, total: string) =>
  refundPayment(payments.tenant.uow(), id, {
    total,
    total_currency: 'USD',
    request_id: newId(0),
    reason: '',
  })

const aRefundUnderWay = (ctx: Ctx, paymentId: string, amountMinor: bigint) =>
  insertRefund(ctx, {
    id: newId(0),
    payment_id: paymentId,
    request_id: newId(0),
    request_hash: Buffer.alloc(32),
    status: 'waiting',
    currency: 'USD',
    amount_minor: amountMinor,
    reason: '',
    created_by: null,
  })

/** Number of connections that wait for a lock. */
async function waitingForLocks(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(ctx.db)
  return rows[0]!.count
}

describe('unapplied credit of a payment', () => {
  it('settles the oldest invoices up to its amount', async () => {
    const { id, older, newer } = await overpaid()
    const done = await apply(id)
    expect(done).toMatchObject({
      status: 'confirmed',
      unapplied_amount: '0.00',
      can: { use_credit: false },
      invoices: [
        { pk: older, settled: '80.00' },
        { pk: newer, settled: '20.00' },
      ],
    })
    expect(await balancesOf(payments.tenant, older)).toEqual({ remaining: '0.00', reserved: '0.00' })
    expect(await balancesOf(payments.tenant, newer)).toEqual({ remaining: '60.00', reserved: '0.00' })
    expect((await refusalOf(apply(id))).code).toBe('wrong_state')
  })

  it('is not usable while its refund is under way', async () => {
    const { id, older, newer } = await overpaid()
    await payments.tenant.run((ctx) => aRefundUnderWay(ctx, id, 4_000n))
    const named = [{ invoice: newer, amount: '70.00' }]
    expect(await refusalOf(apply(id, { invoices: named }))).toMatchObject({ code: 'invalid_input' })
    await apply(id)
    expect(await balancesOf(payments.tenant, older)).toEqual({ remaining: '20.00', reserved: '0.00' })
    expect((await refusalOf(apply(id))).code).toBe('wrong_state')
  })

  it('settles the named invoices in parts, and the same one again', async () => {
    const { id, newer } = await overpaid()
    const first = await apply(id, { invoices: [{ invoice: newer, amount: '30.00' }] })
    expect(first).toMatchObject({ unapplied_amount: '70.00', can: { use_credit: true } })
    const second = await apply(id, { invoices: [{ invoice: newer, amount: '50.00' }] })
    expect(second).toMatchObject({ unapplied_amount: '20.00', invoices: [{ settled: '80.00' }] })
  })

  it('never settles more than remains of it or than an invoice owes', async () => {
    const { id, older, newer } = await overpaid()
    const both = [
      { invoice: older, amount: '80.00' },
      { invoice: newer, amount: '20.01' },
    ]
    expect((await refusalOf(apply(id, { invoices: both }))).fields).toHaveProperty('invoices')
    const over = [{ invoice: older, amount: '80.01' }]
    expect((await refusalOf(apply(id, { invoices: over }))).fields).toHaveProperty(['invoices.0.amount'])
    expect(await balancesOf(payments.tenant, older)).toMatchObject({ remaining: '80.00' })
  })

  it('is used once for each request_id, and other values are refused', async () => {
    const { id, older } = await overpaid()
    const request = { request_id: newId(0), invoices: [{ invoice: older, amount: '10.00' }] }
    const counted = await countSuppressedDuplicates(payments.app, 'used_credit')
    const twice = await Promise.all([apply(id, request), apply(id, request)])
    expect(await countSuppressedDuplicates(payments.app, 'used_credit')).toBe(counted + 1)
    expect(twice.map((one) => one.unapplied_amount)).toEqual(['90.00', '90.00'])
    const other = { ...request, invoices: [{ invoice: older, amount: '11.00' }] }
    expect((await refusalOf(apply(id, other))).code).toBe('request_id_reused')
  })

  it('keeps the books correct in concurrent uses, refunds and a card payment', async () => {
    const { id, customer, older, newer } = await overpaid()
    const uses = Array.from({ length: 6 }, (_, at) =>
      apply(id, { invoices: [{ invoice: at % 2 ? older : newer, amount: '30.00' }] }),
    )
    const others = [
      refund(id, '25.00'),
      pay(payments.tenant.uow(portalOf(payments.app, customer.id)), older, cardForm('70.00')),
    ]
    const all = await Promise.allSettled([...uses, ...others])
    for (const one of all) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(Refusal)
    const used = (await Promise.allSettled(uses)).filter(({ status }) => status === 'fulfilled').length
    expect(used).toBeGreaterThan(0)
    expect(used).toBeLessThanOrEqual(3)
    for (const invoice of [older, newer])
      expect(Number((await balancesOf(payments.tenant, invoice)).remaining)).toBeGreaterThanOrEqual(0)
  })

  it('is limited to the rest when a concurrent refund comes first', async () => {
    const { id, older } = await overpaid()
    const { run } = payments.tenant
    const using = await run(async (ctx) => {
      await lockPayment(ctx, id)
      const waits = apply(id)
      await expect.poll(() => waitingForLocks(ctx)).toBe(1)
      await aRefundUnderWay(ctx, id, 4_000n)
      // Wrapped in an array, so that the transaction does not wait for it.
      return [waits]
    })
    expect(await using[0]).toMatchObject({ unapplied_amount: '40.00', invoices: [{ settled: '60.00' }] })
    expect(await balancesOf(payments.tenant, older)).toEqual({ remaining: '20.00', reserved: '0.00' })
  })

  it('is refunded from the latest share first, and never settles another customer’s invoice', async () => {
    const { id, older, newer } = await overpaid()
    await apply(id)
    await refund(id, '30.00')
    expect(await balancesOf(payments.tenant, newer)).toMatchObject({ remaining: '80.00' })
    expect(await balancesOf(payments.tenant, older)).toMatchObject({ remaining: '10.00' })
    const stranger = await overpaid()
    const mine = await overpaid()
    const foreign = [{ invoice: stranger.older, amount: '1.00' }]
    expect((await refusalOf(apply(mine.id, { invoices: foreign }))).code).toBe('not_found')
    const rival = await payments.another()
    const refused = rival.run((ctx) => useCredit(ctx, mine.id, { request_id: newId(0) }))
    expect((await refusalOf(refused)).code).toBe('not_found')
  })
})
