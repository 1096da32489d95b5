import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../../../domain/dates/durations.ts'
import { failed } from '../../../../gateways/payments/port.ts'
import { readInvoice, writeOffInvoice } from '../../../invoices/index.ts'
import { customerBalanceOf } from '../../../ledger/index.ts'
import type { Body } from '../../rules/option-form.ts'
import {
  anOpenInvoice,
  balancesOf,
  CARDS,
  cardForm,
  eCheckForm,
  paymentsFixture,
  portalOf,
  runDueSchedules,
  sandboxCounts,
} from '../../testing.ts'
import { payInvoice } from '../pay/pay-invoice.ts'
import { recordPayment } from '../pay/record-payment.ts'
import { readPayment } from '../read/read-payment.ts'
import { recheckCase } from '../reconcile/recheck-case.ts'
import { settlePayment } from '../settle/settle-payment.ts'
import { type RefundRequestBody, refundPayment } from './refund-payment.ts'

const payments = paymentsFixture(20)
let sequence = 0

async function paid(body: Body = cardForm('100.00'), optionId = 'sandbox-card') {
  const invoice = await payments.tenant.run((ctx) => anOpenInvoice(ctx, '100.00'))
  const uow = payments.tenant.uow(portalOf(payments.app, invoice.customer.id))
  const payment = await payInvoice(uow, { invoiceId: invoice.invoiceId, optionId, body })
  return { ...invoice, paymentId: payment.id }
}

const bodyOf = (total: string, more: Partial<RefundRequestBody> = {}): RefundRequestBody => ({
  total,
  total_currency: 'USD',
  request_id: `refund-request-${++sequence}`,
  reason: '',
  ...more,
})
const refund = (paymentId: string, body: RefundRequestBody) =>
  refundPayment(payments.tenant.uow(), paymentId, body)

describe('a refund', () => {
  it('of a part leaves the payment confirmed, and shows when and what its invoice got net of the refund', async () => {
    const { paymentId } = await paid()
    const done = await refund(paymentId, bodyOf('30.00'))
    expect(done).toMatchObject({
      status: 'confirmed',
      status_display: 'Confirmed',
      invoices: [{ amount: '100.00', reversed: '30.00', settled: '70.00', state: 'applied' }],
      refunds: [{ amount: '30.00', settled: '2026-11-20T15:00:00.000Z' }],
    })
  })

  it('of everything sets the payment to refunded and reopens the invoice', async () => {
    const { invoiceId, paymentId } = await paid()
    const done = await refund(paymentId, bodyOf('100.00', { reason: 'Sent back' }))
    expect(done).toMatchObject({
      status: 'refunded',
      status_display: 'Refunded',
      captured_amount: '100.00',
      refunded_amount: '100.00',
      refundable_amount: '0.00',
      invoices: [{ amount: '100.00', reversed: '100.00', settled: '0.00', state: 'reversed' }],
      refunds: [{ status: 'confirmed', amount: '100.00', reason: 'Sent back', failure: null }],
      can: { refund: false },
    })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ refunds: 1 })
  })

  it('of a part leaves the payment confirmed and shows the amount', async () => {
    const { invoiceId, paymentId } = await paid()
    expect(await refund(paymentId, bodyOf('30.00'))).toMatchObject({
      status: 'confirmed',
      refunded_amount: '30.00',
      refundable_amount: '70.00',
    })
    expect(await refund(paymentId, bodyOf('69.99'))).toMatchObject({
      status: 'confirmed',
      refundable_amount: '0.01',
    })
    expect(await refund(paymentId, bodyOf('0.01'))).toMatchObject({
      status: 'refunded',
      refundable_amount: '0.00',
    })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
  })

  it('refunds the surcharge in proportion, to the cent in total', async () => {
    await payments.tenant.run((ctx) =>
      ctx.db
        .updateTable('accounts')
        .set({ card_surcharge_ppm: 30_000 })
        .where('account_id', '=', ctx.accountId)
        .execute(),
    )
    const { invoiceId, paymentId } = await paid()
    expect(await refund(paymentId, bodyOf('51.50'))).toMatchObject({ status: 'confirmed' })
    expect(await balancesOf(payments.tenant, invoiceId)).toMatchObject({ remaining: '50.00' })
    expect(await refund(paymentId, bodyOf('51.50'))).toMatchObject({
      status: 'refunded',
      refunded_amount: '103.00',
    })
    expect(await balancesOf(payments.tenant, invoiceId)).toMatchObject({ remaining: '100.00' })
  })

  it('reopens an invoice whose rest was written off', async () => {
    const { invoiceId, paymentId } = await paid(cardForm('60.00'))
    await payments.tenant.run((ctx) => writeOffInvoice(ctx, invoiceId, 'Gone'))
    await refund(paymentId, bodyOf('10.00'))
    expect(await payments.tenant.run((ctx) => readInvoice(ctx, invoiceId))).toMatchObject({
      state: 'open',
      remaining: '10.00',
    })
  })

  it('is refused above the refundable amount, in another currency, for zero and for invalid amounts', async () => {
    const { paymentId } = await paid()
    await refund(paymentId, bodyOf('40.00'))
    const cases: [RefundRequestBody, Record<string, string[]>][] = [
      [bodyOf('60.01'), { total: ['You can refund at most $60.00 of this payment.'] }],
      [bodyOf('0'), { total: ['The amount should be greater than 0'] }],
      [bodyOf('-1'), { total: ['The amount should be greater than 0'] }],
      [bodyOf('1e2'), { total: ['Enter a valid number.'] }],
      [bodyOf('0.001'), { total: ['Enter an amount with at most 2 decimals.'] }],
      [bodyOf(''), { total: ['This field is required'] }],
      [bodyOf('1.00', { total_currency: 'EUR' }), { total_currency: ['This payment is in USD.'] }],
    ]
    for (const [body, fields] of cases)
      await expect(refund(paymentId, body)).rejects.toMatchObject({ code: 'invalid_input', fields })
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ refunds: 1 })
  })

  it('returns 404 for a payment of another account', async () => {
    const { paymentId } = await paid()
    const other = await payments.another()
    for (const id of [paymentId, '00000000-0000-7000-8000-000000000000'])
      await expect(refundPayment(other.uow(), id, bodyOf('1.00'))).rejects.toMatchObject({
        code: 'not_found',
      })
  })

  it('is refused for a payment that is not confirmed', async () => {
    const waiting = await paid(eCheckForm('100.00'), 'sandbox-e-check')
    await expect(refund(waiting.paymentId, bodyOf('1.00'))).rejects.toMatchObject({ code: 'wrong_state' })
  })
})

describe('repeated and concurrent refunds', () => {
  it('refund once in 50 concurrent requests for everything', async () => {
    const { invoiceId, paymentId } = await paid()
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () => refund(paymentId, bodyOf('100.00'))),
    )
    expect(answers.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    for (const one of answers)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'wrong_state' })
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ refunds: 1 })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
  })

  it('never refund more than was captured, in 30 concurrent parts', async () => {
    const { paymentId } = await paid()
    const answers = await Promise.allSettled(
      Array.from({ length: 30 }, () => refund(paymentId, bodyOf('7.00'))),
    )
    expect(answers.filter((one) => one.status === 'fulfilled')).toHaveLength(14)
    expect(await payments.tenant.run((ctx) => readPayment(ctx, paymentId))).toMatchObject({
      refunded_amount: '98.00',
    })
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ refunds: 14 })
  })

  it('repeat the first reply for the same request, and refuse its id for other values', async () => {
    const { paymentId } = await paid()
    const other = await paid()
    const body = bodyOf('25.00')
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(paymentId, body)))
    expect(answers.every((one) => one.refunds.length === 1)).toBe(true)
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ refunds: 1 })
    await expect(refund(paymentId, { ...body, total: '26.00' })).rejects.toMatchObject({
      code: 'request_id_reused',
    })
    await expect(refund(other.paymentId, body)).rejects.toMatchObject({ code: 'request_id_reused' })
  })
})

describe('a refund with a lost reply', () => {
  it('waits, counts as refunded meanwhile, and is found', async () => {
    const { invoiceId, paymentId } = await paid()
    const pending = await refund(paymentId, bodyOf('20.13'))
    expect(pending).toMatchObject({
      refunds: [{ status: 'waiting' }],
      refunded_amount: '0.00',
      refundable_amount: '79.87',
    })
    await expect(refund(paymentId, bodyOf('80.00'))).rejects.toMatchObject({
      fields: { total: ['You can refund at most $79.87 of this payment.'] },
    })
    payments.clock.advance(31_000)
    await runDueSchedules(payments.tenant)
    expect(await payments.tenant.run((ctx) => readPayment(ctx, paymentId))).toMatchObject({
      refunds: [{ status: 'confirmed' }],
      refunded_amount: '20.13',
    })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '20.13', reserved: '0.00' })
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ refunds: 1 })
  })

  it('that never arrived is rejected, and can be requested again', async () => {
    const { paymentId } = await paid()
    payments.misbehave({
      refund: () => Promise.resolve(failed({ kind: 'unknown_outcome', code: 'timeout', raw: null })),
    })
    await refund(paymentId, bodyOf('20.00'))
    payments.misbehave({})
    for (const wait of [31_000, 180_000]) {
      payments.clock.advance(wait)
      await runDueSchedules(payments.tenant)
    }
    expect(await payments.tenant.run((ctx) => readPayment(ctx, paymentId))).toMatchObject({
      refunds: [{ status: 'rejected' }],
      refundable_amount: '100.00',
    })
  })

  it('is refused at once when the processor is unreachable', async () => {
    const { paymentId } = await paid()
    payments.misbehave({
      refund: () => Promise.resolve(failed({ kind: 'unavailable', code: 'down', raw: null })),
    })
    await expect(refund(paymentId, bodyOf('20.00'))).rejects.toMatchObject({ code: 'processor_unavailable' })
    payments.misbehave({})
    expect(await refund(paymentId, bodyOf('100.00'))).toMatchObject({ status: 'refunded' })
  })

  it('is not recorded while the payment’s processor is not configured', async () => {
    const { paymentId } = await paid()
    const use = (provider: string) =>
      payments.tenant.run((ctx) =>
        ctx.db.updateTable('payments').set({ provider }).where('id', '=', paymentId).execute(),
      )
    await use('elsewhere')
    for (const total of ['20.00', '30.00'])
      await expect(refund(paymentId, bodyOf(total))).rejects.toMatchObject({ code: 'processor_unavailable' })
    await use('sandbox')
    expect(await refund(paymentId, bodyOf('100.00'))).toMatchObject({ status: 'refunded' })
  })

  it('can be repeated with the same request within the refundable amount', async () => {
    const { invoiceId, paymentId } = await paid()
    const [first, second] = [bodyOf('60.00'), bodyOf('70.00')]
    payments.misbehave({
      refund: () => Promise.resolve(failed({ kind: 'rate_limited', code: '429', raw: null })),
    })
    for (const body of [first, second, first])
      await expect(refund(paymentId, body)).rejects.toMatchObject({ code: 'processor_unavailable' })
    payments.misbehave({})
    const answers = await Promise.all(Array.from({ length: 5 }, () => refund(paymentId, first)))
    expect(answers.every(({ refunds }) => refunds.length === 2)).toBe(true)
    await expect(refund(paymentId, second)).rejects.toMatchObject({
      fields: { total: ['You can refund at most $40.00 of this payment.'] },
    })
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ refunds: 1 })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '60.00', reserved: '0.00' })
  })

  it('opens a case after a week without an outcome', async () => {
    const { paymentId } = await paid()
    payments.misbehave({
      findRefund: () => Promise.resolve(failed({ kind: 'unavailable', code: 'down', raw: null })),
    })
    await refund(paymentId, bodyOf('20.13'))
    for (let day = 0; day < 9; day++) {
      payments.clock.advance(DAY_MS)
      for (const _ of [1, 2]) {
        payments.clock.advance(11 * MINUTE_MS)
        await runDueSchedules(payments.tenant)
      }
    }
    const detail = await payments.tenant.run((ctx) => readPayment(ctx, paymentId))
    expect(detail).toMatchObject({
      refunds: [{ status: 'waiting' }],
      cases: [{ kind: 'no_outcome' }],
    })
    payments.misbehave({})
    const { closed_at } = await recheckCase(payments.tenant.uow(), detail.cases[0]!.pk)
    expect(closed_at).not.toBeNull()
    expect(await payments.tenant.run((ctx) => readPayment(ctx, paymentId))).toMatchObject({
      refunded_amount: '20.13',
    })
  })
})

describe('refunds outside the processor call', () => {
  it('made at the processor are booked here', async () => {
    const { invoiceId, paymentId } = await paid(cardForm('100.00', { number: CARDS.disputed }))
    const { gateway_id } = await payments.tenant.run((ctx) => readPayment(ctx, paymentId))
    const sandbox = payments.sandbox
    const outside = {
      ourId: 'desk-1',
      paymentRef: gateway_id!,
      amount: { minor: 1_500n, currency: 'USD' },
      reason: '',
    }
    await sandbox.refund({ accountId: payments.tenant.accountId }, outside, 'desk-key-1')
    const observed = await sandbox.fetch({ accountId: payments.tenant.accountId }, gateway_id!)
    if (!observed.ok) throw new Error('the Sandbox lost a charge')
    const seen = { recipient: payments.tenant.accountId, cause: 'event' }
    for (const _ of [1, 2])
      await payments.tenant.run((ctx) => settlePayment(ctx, paymentId, observed.value, seen))
    expect(await payments.tenant.run((ctx) => readPayment(ctx, paymentId))).toMatchObject({
      status: 'confirmed',
      refunded_amount: '15.00',
      refunds: [{ amount: '15.00', reason: 'Refunded at the processor' }],
    })
    expect(await balancesOf(payments.tenant, invoiceId)).toMatchObject({ remaining: '15.00' })
    // A later dispute takes back only the part that was not refunded.
    payments.clock.advance(7 * DAY_MS)
    await runDueSchedules(payments.tenant)
    expect(await balancesOf(payments.tenant, invoiceId)).toMatchObject({ remaining: '100.00' })
  })

  it('of a manual payment are settled by hand, unapplied credit first', async () => {
    const invoice = await payments.tenant.run((ctx) => anOpenInvoice(ctx, '100.00'))
    const recorded = await payments.tenant.run((ctx) =>
      recordPayment(ctx, {
        customer: invoice.customer.id,
        type: 'check',
        total: '130.00',
        received_on: '2026-11-20',
        reference: '1001',
        request_id: 'by-hand-refund',
      }),
    )
    expect(await refund(recorded.id, bodyOf('50.00'))).toMatchObject({
      status: 'confirmed',
      unapplied_amount: '0.00',
    })
    expect(await balancesOf(payments.tenant, invoice.invoiceId)).toMatchObject({ remaining: '20.00' })
    expect(await refund(recorded.id, bodyOf('80.00'))).toMatchObject({ status: 'refunded' })
    const balance = await payments.tenant.run((ctx) => customerBalanceOf(ctx, invoice.customer.id, 'USD'))
    expect(balance).toMatchObject({ owedMinor: 10_000n, paidMinor: 0n, unappliedMinor: 0n })
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ refunds: 0 })
  })
})
