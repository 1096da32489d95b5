import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import {
  anOpenInvoice,
  balancesOf,
  CARDS,
  cardForm,
  pay,
  payLinkOf,
  paymentsFixture,
  portalOf,
  runDueSchedules,
  sandboxCounts,
} from '../../testing.ts'
import { answerChallenge } from '../pay/answer-challenge.ts'
import { payInvoice } from '../pay/pay-invoice.ts'
import { readPayerPayment } from '../read/read-payer-payment.ts'
import { capturePayment } from './capture-payment.ts'
import { voidPayment } from './void-payment.ts'

const payments = paymentsFixture()

async function paidWith(number: string, amount = '100.00') {
  const invoice = await payments.tenant.run((ctx) => anOpenInvoice(ctx, '100.00'))
  const uow = payments.tenant.uow(portalOf(payments.app, invoice.customer.id))
  const body = cardForm(amount, { number })
  const payment = await payInvoice(uow, { invoiceId: invoice.invoiceId, optionId: 'sandbox-card', body })
  return { ...invoice, uow, payment, body }
}

describe('an authorized payment', () => {
  it('keeps the amount reserved until staff capture it', async () => {
    const { invoiceId, payment } = await paidWith(CARDS.authorized)
    expect(payment).toMatchObject({ status: 'preauth', status_display: 'Authorized' })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '100.00' })
    const captured = await capturePayment(payments.tenant.uow(), payment.id)
    expect(captured).toMatchObject({
      status: 'confirmed',
      captured_amount: '100.00',
      can: { capture: false, void: false, refund: true },
    })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '0.00', reserved: '0.00' })
    await expect(capturePayment(payments.tenant.uow(), payment.id)).rejects.toMatchObject({
      code: 'wrong_state',
    })
    await expect(voidPayment(payments.tenant.uow(), payment.id)).rejects.toMatchObject({
      code: 'wrong_state',
    })
  })

  it('is captured once in ten concurrent requests', async () => {
    const { invoiceId, payment } = await paidWith(CARDS.authorized)
    await Promise.allSettled(
      Array.from({ length: 10 }, () => capturePayment(payments.tenant.uow(), payment.id)),
    )
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '0.00', reserved: '0.00' })
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1, taken: '10000' })
  })

  it('is voided by staff or expires', async () => {
    const voided = await paidWith(CARDS.authorized)
    expect(await voidPayment(payments.tenant.uow(), voided.payment.id)).toMatchObject({
      status: 'rejected',
      failure: 'The payment was released.',
    })
    expect(await balancesOf(payments.tenant, voided.invoiceId)).toEqual({
      remaining: '100.00',
      reserved: '0.00',
    })
    const forgotten = await paidWith(CARDS.authorized)
    payments.clock.advance(7 * DAY_MS)
    await runDueSchedules(payments.tenant)
    expect(await balancesOf(payments.tenant, forgotten.invoiceId)).toEqual({
      remaining: '100.00',
      reserved: '0.00',
    })
    await expect(capturePayment(payments.tenant.uow(), forgotten.payment.id)).rejects.toMatchObject({
      code: 'wrong_state',
    })
  })

  it('returns 404 to another account', async () => {
    const { payment } = await paidWith(CARDS.authorized)
    const other = await payments.another()
    await expect(capturePayment(other.uow(), payment.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(voidPayment(other.uow(), payment.id)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a challenge', () => {
  it('continues when the payer approves', async () => {
    const { invoiceId, uow, payment, body } = await paidWith(CARDS.challenged)
    expect(payment).toMatchObject({
      status: 'input',
      next: { kind: 'challenge', text: 'Your bank asks you to approve a payment of $100.00.' },
    })
    expect(await payInvoice(uow, { invoiceId, optionId: 'sandbox-card', body })).toEqual(payment)
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '100.00' })
    const done = await answerChallenge(uow, { invoiceId, paymentId: payment.id, answer: 'approve' })
    expect(done).toMatchObject({ status: 'confirmed', next: null, invoice: { remaining: '0.00' } })
    await expect(
      answerChallenge(uow, { invoiceId, paymentId: payment.id, answer: 'approve' }),
    ).rejects.toMatchObject({ code: 'wrong_state' })
  })

  it('ends when the payer declines', async () => {
    const { invoiceId, uow, payment } = await paidWith(CARDS.challenged)
    await expect(
      answerChallenge(uow, { invoiceId, paymentId: payment.id, answer: 'decline' }),
    ).rejects.toMatchObject({
      code: 'payment_failed',
      detail: 'Your bank did not approve this payment.',
    })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
  })

  it('accepts only one of four concurrent answers', async () => {
    const { invoiceId, uow, payment } = await paidWith(CARDS.challenged)
    const answers = (['approve', 'decline', 'approve', 'decline'] as const).map((answer) =>
      answerChallenge(uow, { invoiceId, paymentId: payment.id, answer }),
    )
    await Promise.allSettled(answers)
    const { status } = await payments.tenant.run(
      (ctx) => readPayerPayment(ctx, invoiceId, payment.id),
      uow.actor,
    )
    expect(['confirmed', 'rejected']).toContain(status)
    const remaining = status === 'confirmed' ? '0.00' : '100.00'
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining, reserved: '0.00' })
  })

  it('accepts an answer only from its payer', async () => {
    const { invoiceId, uow: portal, payment, customer } = await paidWith(CARDS.challenged)
    const other = await paidWith(CARDS.good)
    const linkOf = (unlocked = false) =>
      payments.tenant.uow(payLinkOf(payments.app, { invoiceId, customer }, unlocked))
    const formerLogin = payments.tenant.uow(portalOf(payments.app, customer.id))
    const tries = [
      { uow: linkOf(), invoiceId, code: 'not_found' },
      { uow: formerLogin, invoiceId, code: 'not_found' },
      { uow: other.uow, invoiceId, code: 'invoice_unknown' },
      { uow: other.uow, invoiceId: other.invoiceId, code: 'not_found' },
      { uow: payments.tenant.uow(payLinkOf(payments.app, other)), invoiceId, code: 'invoice_unknown' },
    ]
    for (const { uow, invoiceId: named, code } of tries)
      for (const answer of ['approve', 'decline'] as const)
        await expect(
          answerChallenge(uow, { invoiceId: named, paymentId: payment.id, answer }),
        ).rejects.toMatchObject({ code })
    const next = async ({ actor }: typeof portal) =>
      (await payments.tenant.run((ctx) => readPayerPayment(ctx, invoiceId, payment.id), actor)).next
    expect(await next(linkOf())).toBeNull()
    expect(await next(portal)).toMatchObject({ kind: 'challenge' })
    expect(
      await answerChallenge(linkOf(true), { invoiceId, paymentId: payment.id, answer: 'approve' }),
    ).toMatchObject({ status: 'confirmed' })
  })

  it('of a payment by link can be answered by this link and in the portal', async () => {
    const { uow: portal, ...invoice } = await payments.open()
    const link = payments.tenant.uow(payLinkOf(payments.app, invoice))
    const another = payments.tenant.uow(payLinkOf(payments.app, invoice))
    const begin = () => pay(link, invoice.invoiceId, cardForm('50.00', { number: CARDS.challenged }))
    for (const payer of [link, portal]) {
      const request = {
        invoiceId: invoice.invoiceId,
        paymentId: (await begin()).id,
        answer: 'approve',
      } as const
      await expect(answerChallenge(another, request)).rejects.toMatchObject({ code: 'not_found' })
      expect(await answerChallenge(payer, request)).toMatchObject({ status: 'confirmed' })
    }
  })

  it('can be voided by staff', async () => {
    const { invoiceId, payment } = await paidWith(CARDS.challenged)
    expect(await voidPayment(payments.tenant.uow(), payment.id)).toMatchObject({ status: 'rejected' })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
  })
})
