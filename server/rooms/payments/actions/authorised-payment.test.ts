import { describe, expect, it } from 'vitest'
import {
  anOpenInvoice,
  CARDS,
  cardForm,
  payLinkOf,
  paymentsFixture,
  portalOf,
  runTicks,
  sandboxCounts,
  standingOf,
} from '../testing.ts'
import { answerChallenge } from './answer-challenge.ts'
import { capturePayment } from './capture-payment.ts'
import { payInvoice } from './pay-invoice.ts'
import { readPayerPayment } from './read-payer-payment.ts'
import { voidPayment } from './void-payment.ts'

const DAY_MS = 86_400_000
const payments = paymentsFixture()

async function paidWith(number: string, amount = '100.00') {
  const invoice = await payments.tenant.run((ctx) => anOpenInvoice(ctx, '100.00'))
  const steps = payments.tenant.steps(portalOf(payments.app, invoice.customer.id))
  const body = cardForm(amount, { number })
  const payment = await payInvoice(steps, { invoiceId: invoice.invoiceId, optionId: 'sandbox-card', body })
  return { ...invoice, steps, payment, body }
}

describe('a payment that is only authorised', () => {
  it('holds the amount until staff capture it', async () => {
    const { invoiceId, payment } = await paidWith(CARDS.authorised)
    expect(payment).toMatchObject({ status: 'preauth', status_display: 'Preauthorized' })
    expect(await standingOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '100.00' })
    const captured = await capturePayment(payments.tenant.steps(), payment.id)
    expect(captured).toMatchObject({
      status: 'confirmed',
      captured_amount: '100.00',
      can: { capture: false, void: false, refund: true },
    })
    expect(await standingOf(payments.tenant, invoiceId)).toEqual({ remaining: '0.00', reserved: '0.00' })
    await expect(capturePayment(payments.tenant.steps(), payment.id)).rejects.toMatchObject({
      code: 'wrong_state',
    })
    await expect(voidPayment(payments.tenant.steps(), payment.id)).rejects.toMatchObject({
      code: 'wrong_state',
    })
  })

  it('is captured once when ten ask at once', async () => {
    const { invoiceId, payment } = await paidWith(CARDS.authorised)
    await Promise.allSettled(
      Array.from({ length: 10 }, () => capturePayment(payments.tenant.steps(), payment.id)),
    )
    expect(await standingOf(payments.tenant, invoiceId)).toEqual({ remaining: '0.00', reserved: '0.00' })
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1, taken: '10000' })
  })

  it('is let go by staff, or runs out by itself', async () => {
    const let_go = await paidWith(CARDS.authorised)
    expect(await voidPayment(payments.tenant.steps(), let_go.payment.id)).toMatchObject({
      status: 'rejected',
      failure: 'The payment was released.',
    })
    expect(await standingOf(payments.tenant, let_go.invoiceId)).toEqual({
      remaining: '100.00',
      reserved: '0.00',
    })
    const forgotten = await paidWith(CARDS.authorised)
    payments.clock.advance(7 * DAY_MS)
    await runTicks(payments.tenant)
    expect(await standingOf(payments.tenant, forgotten.invoiceId)).toEqual({
      remaining: '100.00',
      reserved: '0.00',
    })
    await expect(capturePayment(payments.tenant.steps(), forgotten.payment.id)).rejects.toMatchObject({
      code: 'wrong_state',
    })
  })

  it('T-02 is out of reach for another account', async () => {
    const { payment } = await paidWith(CARDS.authorised)
    const other = await payments.another()
    await expect(capturePayment(other.steps(), payment.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(voidPayment(other.steps(), payment.id)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a challenge', () => {
  it('goes on when the payer approves', async () => {
    const { invoiceId, steps, payment, body } = await paidWith(CARDS.challenged)
    expect(payment).toMatchObject({
      status: 'input',
      next: { kind: 'challenge', text: 'Your bank asks you to approve a payment of $100.00.' },
    })
    expect(await payInvoice(steps, { invoiceId, optionId: 'sandbox-card', body })).toEqual(payment)
    expect(await standingOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '100.00' })
    const done = await answerChallenge(steps, { invoiceId, paymentId: payment.id, answer: 'approve' })
    expect(done).toMatchObject({ status: 'confirmed', next: null, invoice: { remaining: '0.00' } })
    await expect(
      answerChallenge(steps, { invoiceId, paymentId: payment.id, answer: 'approve' }),
    ).rejects.toMatchObject({ code: 'wrong_state' })
  })

  it('D-033 ends when the payer declines', async () => {
    const { invoiceId, steps, payment } = await paidWith(CARDS.challenged)
    await expect(
      answerChallenge(steps, { invoiceId, paymentId: payment.id, answer: 'decline' }),
    ).rejects.toMatchObject({
      code: 'payment_failed',
      detail: 'Your bank did not approve this payment.',
    })
    expect(await standingOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
  })

  it('has one answer when both come at once', async () => {
    const { invoiceId, steps, payment } = await paidWith(CARDS.challenged)
    const answers = (['approve', 'decline', 'approve', 'decline'] as const).map((answer) =>
      answerChallenge(steps, { invoiceId, paymentId: payment.id, answer }),
    )
    await Promise.allSettled(answers)
    const { status } = await payments.tenant.run(
      (ctx) => readPayerPayment(ctx, invoiceId, payment.id),
      steps.actor,
    )
    expect(['confirmed', 'rejected']).toContain(status)
    const remaining = status === 'confirmed' ? '0.00' : '100.00'
    expect(await standingOf(payments.tenant, invoiceId)).toEqual({ remaining, reserved: '0.00' })
  })

  it('T-03 is answered by its payer only', async () => {
    const { invoiceId, payment, customer } = await paidWith(CARDS.challenged)
    const other = await paidWith(CARDS.good)
    const tries = [
      { steps: other.steps, invoiceId, code: 'invoice_unknown' },
      { steps: other.steps, invoiceId: other.invoiceId, code: 'not_found' },
      { steps: payments.tenant.steps(payLinkOf(payments.app, other)), invoiceId, code: 'invoice_unknown' },
    ]
    for (const { steps, invoiceId: named, code } of tries)
      await expect(
        answerChallenge(steps, { invoiceId: named, paymentId: payment.id, answer: 'approve' }),
      ).rejects.toMatchObject({ code })
    const link = payments.tenant.steps(payLinkOf(payments.app, { invoiceId, customer }))
    expect(
      await answerChallenge(link, { invoiceId, paymentId: payment.id, answer: 'approve' }),
    ).toMatchObject({ status: 'confirmed' })
  })

  it('can be let go by staff', async () => {
    const { invoiceId, payment } = await paidWith(CARDS.challenged)
    expect(await voidPayment(payments.tenant.steps(), payment.id)).toMatchObject({ status: 'rejected' })
    expect(await standingOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
  })
})
