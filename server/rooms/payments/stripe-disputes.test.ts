import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../domain/dates/durations.ts'
import { callApi } from '../../../testing/call-api.ts'
import { aStripeCompany, createStripeTest } from '../../../testing/processors/stripe-company.ts'
import { setUp } from '../../../testing/set-up.ts'
import { type Actor, unitOfWork } from '../../platform/context.ts'
import { readReceivables } from '../ledger/index.ts'
import { tasksOf } from '../worklist/testing.ts'
import { readPayment } from './actions/read/read-payment.ts'
import { reconcileProcessors } from './actions/reconcile/reconcile-processors.ts'
import { runDueSchedules } from './testing.ts'

const SYSTEM: Actor = { kind: 'system', job: 'test' }

const test = setUp(createStripeTest, (made) => made.close())
const mine = setUp(async () => {
  const company = await aStripeCompany(test, 'disputes')
  return { ...company, stripeId: await company.connect() }
})
afterEach(() => expect(test.stripe.controls.violations).toEqual([]))

let requests = 0
const uow = (actor = SYSTEM) => unitOfWork(test.app, { requestId: 'test', ip: null }, actor, mine.accountId)
const detailOf = (paymentId: string) => mine.run((ctx) => readPayment(ctx, paymentId))
const remaining = async (invoiceId: string): Promise<bigint> =>
  (await mine.run((ctx) => readReceivables(ctx, [invoiceId])))[0]!.remainingMinor

async function handleEvents(): Promise<void> {
  await test.stripe.controls.webhooksOf(mine.stripeId)!.settled()
  await runDueSchedules({ run: mine.run, uow })
}

/** A payment of 100.00 whose cardholder disputes it. */
async function disputed(reason = 'product_not_received', cents?: number) {
  const linked = await mine.linked()
  const { body } = await mine.payer(
    'POST',
    `${linked.invoiceId}/payment-options/stripe_connect-card/`,
    linked.session,
    {
      amount: '100.00',
      charge_token: await mine.cardToken('4242424242424242'),
      request_id: `dispute-${++requests}`,
    },
  )
  const disputeId = test.stripe.controls.openDispute((await detailOf(body.id)).gateway_id!, reason, cents)
  await handleEvents()
  return { ...linked, paymentId: body.id, number: String(body.number), disputeId }
}

describe('a dispute', () => {
  it('shows its reason and the deadline for evidence on the payment, the invoice and the worklist', async () => {
    const { paymentId, invoiceId, number } = await disputed()
    const { dispute, status } = await detailOf(paymentId)
    expect(status).toBe('rejected')
    expect(dispute).toMatchObject({ reason: 'not received', status: 'needs_response', is_inquiry: false })
    expect(Date.parse(dispute!.due_by!) - test.clock.wallNow()).toBeGreaterThan(6 * DAY_MS)
    expect(await tasksOf(mine)).toContain(`other: Answer the dispute of ${number} (open)`)
    const { body } = await callApi<{ timeline: { kind: string; text: string }[] }>(test.server, {
      method: 'GET',
      path: `/api/accounts/${mine.accountId}/invoices/${invoiceId}/`,
      token: mine.token,
    })
    expect(body.timeline.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^Payment disputed: not received, evidence until /),
    )
  })

  it('that was lost ends its task, and the invoice stays open', async () => {
    const { paymentId, invoiceId, number, disputeId } = await disputed()
    test.stripe.controls.closeDispute(disputeId, 'lost')
    await handleEvents()
    expect(await detailOf(paymentId)).toMatchObject({ dispute: { status: 'lost', due_by: null } })
    expect(await tasksOf(mine)).toContain(`other: Answer the dispute of ${number} (done)`)
    expect(await remaining(invoiceId)).toBe(10_000n)
  })

  it('that was won books the money again, once, and agrees with Stripe', async () => {
    const { paymentId, invoiceId, disputeId } = await disputed('fraudulent')
    Object.assign(test.stripe.controls.webhooksOf(mine.stripeId)!, { duplicated: true })
    test.stripe.controls.closeDispute(disputeId, 'won')
    await handleEvents()
    expect(await detailOf(paymentId)).toMatchObject({ status: 'rejected', dispute: { status: 'won' } })
    expect(await remaining(invoiceId)).toBe(0n)
    const booked = await mine.run((ctx) =>
      ctx.db.selectFrom('payments').select('status').where('late_of', '=', paymentId).execute(),
    )
    expect(booked).toEqual([{ status: 'confirmed' }])
    test.clock.advance(DAY_MS + HOUR_MS)
    await reconcileProcessors(uow())
    const cases = await mine.run((ctx) => ctx.db.selectFrom('payment_cases').select('kind').execute())
    expect(cases).toEqual([])
  })

  it('of a part takes that part back, keeps the rest, and agrees with Stripe until it is won', async () => {
    const { paymentId, invoiceId, disputeId, number } = await disputed('duplicate', 4000)
    expect(await detailOf(paymentId)).toMatchObject({
      status: 'confirmed',
      dispute: { reason: 'charged twice' },
    })
    expect(await remaining(invoiceId)).toBe(4_000n)
    expect(await tasksOf(mine)).toContain(`other: Answer the dispute of ${number} (open)`)
    const refunds = await mine.run((ctx) =>
      ctx.db
        .selectFrom('refunds')
        .select(['amount_minor', 'reason'])
        .where('payment_id', '=', paymentId)
        .execute(),
    )
    expect(refunds).toEqual([{ amount_minor: 4_000n, reason: 'Taken back by the payer’s bank' }])
    const mails = await mine.run((ctx) =>
      ctx.db.selectFrom('mail_messages').select('id').where('kind', '=', 'payments.refunded').execute(),
    )
    expect(mails).toEqual([])
    const cases = async () => {
      test.clock.advance(DAY_MS + HOUR_MS)
      await reconcileProcessors(uow())
      return mine.run((ctx) =>
        ctx.db.selectFrom('payment_cases').select('kind').where('payment_id', '=', paymentId).execute(),
      )
    }
    expect(await cases()).toEqual([])
    test.stripe.controls.closeDispute(disputeId, 'won')
    await handleEvents()
    expect(await cases()).toEqual([{ kind: 'record_without_refund' }])
  })
})
