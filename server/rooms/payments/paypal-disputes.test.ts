import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/dates/durations.ts'
import {
  aPayPalCompany,
  createPayPalTest,
  type PayPalCompany,
} from '../../../testing/processors/paypal-company.ts'
import { setUp } from '../../../testing/set-up.ts'
import { type Actor, unitOfWork } from '../../platform/context.ts'
import { readReceivables } from '../ledger/index.ts'
import { tasksOf } from '../worklist/testing.ts'
import { readPayment } from './actions/read/read-payment.ts'
import { reconcileProcessors } from './actions/reconcile/reconcile-processors.ts'
import { refundPayment } from './actions/refund/refund-payment.ts'
import { runDueSchedules } from './testing.ts'

const test = setUp(createPayPalTest, (made) => made.close())
const payPal = () => test.payPal.controls

async function aConnectedCompany(subDomain: string, disputes: boolean): Promise<PayPalCompany> {
  const company = await aPayPalCompany(test, subDomain)
  const { status, body } = await company.connectWithKeys(payPal().addBusiness({ disputes }))
  if (status !== 200) throw new Error(`Not connected: ${JSON.stringify(body)}`)
  return company
}
const mine = setUp(() => aConnectedCompany('paypal-disputed', true))
const blind = setUp(() => aConnectedCompany('paypal-undisputed', false))
afterEach(() => expect(payPal().violations).toEqual([]))

const uowOf = ({ accountId }: PayPalCompany, actor: Actor = { kind: 'system', job: 'test' }) =>
  unitOfWork(test.app, { requestId: 'test', ip: null }, actor, accountId)

let requests = 0
/** Pays a new invoice of 100.00. */
async function pay(company: PayPalCompany) {
  const { invoiceId, session } = await company.linked()
  const send = (call: string, more: object) =>
    company.payer('POST', `${invoiceId}/${call}-paypal-order/`, session, {
      request_id: `disputed-${++requests}`,
      ...more,
    })
  const { body: made } = await send('create', { amount: '100.00' })
  payPal().approve(made.id)
  const { body } = await send('capture', { order_id: made.id })
  return { invoiceId, orderId: made.id, body }
}

async function learn(company: PayPalCompany): Promise<void> {
  await payPal().webhooks.settled()
  await runDueSchedules({ run: company.run, uow: (actor) => uowOf(company, actor) })
}
const paymentOf = (company: PayPalCompany, id: string) => company.run((ctx) => readPayment(ctx, id))
const remaining = async (invoiceId: string): Promise<bigint> =>
  (await mine.run((ctx) => readReceivables(ctx, [invoiceId])))[0]!.remainingMinor

describe('a dispute', () => {
  const casesOf = async (paymentId: string) => {
    test.clock.advance(DAY_MS + HOUR_MS)
    await reconcileProcessors(uowOf(mine))
    return mine.run((ctx) =>
      ctx.db.selectFrom('payment_cases').select('kind').where('payment_id', '=', paymentId).execute(),
    )
  }
  const refundsOf = (paymentId: string) =>
    mine.run((ctx) =>
      ctx.db
        .selectFrom('refunds')
        .select(['amount_minor', 'reason'])
        .where('payment_id', '=', paymentId)
        .execute(),
    )
  const TAKEN = [{ amount_minor: 4_000n, reason: 'Taken back by the payer’s bank' }]

  it.each([true, false])(
    'of a part takes that part back and keeps the rest, where PayPal lists the reversal: %s',
    async (isListed) => {
      const { invoiceId, orderId, body } = await pay(mine)
      payPal().reverse(orderId, { minor: 4_000n, isListed })
      await learn(mine)
      expect(await paymentOf(mine, body.id)).toMatchObject({
        status: 'confirmed',
        refunded_amount: '40.00',
        dispute: { reason: 'the cardholder did not make it', status: 'under_review', is_inquiry: false },
      })
      expect(await remaining(invoiceId)).toBe(4_000n)
      expect(await refundsOf(body.id)).toEqual(TAKEN)
      expect(await casesOf(body.id)).toEqual([])
    },
  )

  it('of a part is booked though a refund of the same amount was under way, which never arrived', async () => {
    const { invoiceId, orderId, body } = await pay(mine)
    payPal().failNext({ kind: 'answer', status: 500, path: /refund$/ })
    await refundPayment(uowOf(mine), body.id, {
      request_id: 'lost-refund',
      total: '40.00',
      total_currency: 'USD',
      reason: '',
    })
    payPal().clearFaults()
    payPal().reverse(orderId, { minor: 4_000n })
    await learn(mine)
    expect(await remaining(invoiceId)).toBe(0n)
    for (let minutes = 0; minutes < 30; minutes += 5) {
      test.clock.advance(5 * MINUTE_MS)
      await learn(mine)
    }
    expect(await paymentOf(mine, body.id)).toMatchObject({ status: 'confirmed', refunded_amount: '40.00' })
    expect(await remaining(invoiceId)).toBe(4_000n)
  })

  it('of what was not refunded before ends the payment', async () => {
    const { invoiceId, orderId, body } = await pay(mine)
    payPal().refundAtPayPal(orderId, 2_500n)
    await learn(mine)
    payPal().reverse(orderId, { isListed: false })
    await learn(mine)
    expect(await paymentOf(mine, body.id)).toMatchObject({ status: 'rejected', refunded_amount: '25.00' })
    expect(await remaining(invoiceId)).toBe(10_000n)
  })

  it('is shown with its deadline, a task, and its end', async () => {
    const { orderId, body } = await pay(mine)
    const disputeId = payPal().openDispute(orderId, 4_000n)
    await learn(mine)
    const task = `other: Answer the dispute of ${body.number}`
    expect(await paymentOf(mine, body.id)).toMatchObject({
      status: 'confirmed',
      refunded_amount: '0.00',
      dispute: {
        reason: 'not as described',
        status: 'needs_response',
        is_inquiry: true,
        due_by: expect.any(String),
      },
    })
    expect(await tasksOf(mine)).toContain(`${task} (open)`)
    payPal().resolveDispute(disputeId, 'buyer')
    await learn(mine)
    expect(await paymentOf(mine, body.id)).toMatchObject({
      status: 'confirmed',
      refunded_amount: '40.00',
      dispute: { status: 'lost', due_by: null },
    })
    expect(await tasksOf(mine)).not.toContain(`${task} (open)`)
    expect(await refundsOf(body.id)).toEqual(TAKEN)
    expect(await casesOf(body.id)).toEqual([])
  })

  it('that the business wins changes nothing', async () => {
    const { invoiceId, orderId, body } = await pay(mine)
    payPal().resolveDispute(payPal().openDispute(orderId), 'seller')
    await learn(mine)
    expect(await paymentOf(mine, body.id)).toMatchObject({
      status: 'confirmed',
      refunded_amount: '0.00',
      dispute: { status: 'won' },
    })
    expect(await remaining(invoiceId)).toBe(0n)
  })
})

describe('a dispute that the business’s keys may not read', () => {
  const takenBack = async (isListed: boolean) => {
    const { orderId, body } = await pay(blind)
    payPal().reverse(orderId, { minor: 4_000n, isListed })
    await learn(blind)
    return paymentOf(blind, body.id)
  }

  it('takes back the part that PayPal lists', async () => {
    expect(await takenBack(true)).toMatchObject({
      status: 'confirmed',
      refunded_amount: '40.00',
      dispute: { reason: 'no reason given', status: 'lost' },
    })
  })

  it('takes back everything where PayPal tells no amount', async () => {
    expect(await takenBack(false)).toMatchObject({ status: 'rejected', refunded_amount: '0.00' })
  })
})
