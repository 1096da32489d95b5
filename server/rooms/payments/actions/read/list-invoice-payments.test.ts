import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '../../../../../contract/index.ts'
import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { readInvoice } from '../../../invoices/index.ts'
import {
  anOpenInvoice,
  CARDS,
  cardForm,
  eCheckForm,
  type OpenInvoice,
  pay,
  payLinkOf,
  paymentsFixture,
  portalOf,
  refusalOf,
  runDueSchedules,
} from '../../testing.ts'
import { answerChallenge } from '../pay/answer-challenge.ts'
import { readInvoicePayer } from '../pay/read-invoice-payer.ts'
import { recordPayment } from '../pay/record-payment.ts'
import { refundPayment } from '../refund/refund-payment.ts'
import { listInvoicePayments } from './list-invoice-payments.ts'
import { readPayerPayment, readReceipt } from './read-payer-payment.ts'

const payments = paymentsFixture()

const link = (invoice: OpenInvoice, unlocked = false) => payLinkOf(payments.app, invoice, unlocked)
const listed = async (invoice: OpenInvoice, actor: ReturnType<typeof link>) =>
  z
    .array(contract.payments.ofInvoice.reply.element)
    .parse(await payments.tenant.run((ctx) => listInvoicePayments(ctx, invoice.invoiceId), actor))

describe('the payments of an invoice', () => {
  it('show method, date and amount, and that an e-check is clearing', async () => {
    const { uow, ...invoice } = await payments.open('772.12')
    await pay(uow, invoice.invoiceId, cardForm('300.00'))
    payments.clock.advance(1000)
    await pay(uow, invoice.invoiceId, eCheckForm('472.12'), 'sandbox-e-check')
    const portal = portalOf(payments.app, invoice.customer.id)
    expect(await listed(invoice, portal)).toMatchObject([
      {
        status: 'waiting',
        amount: '472.12',
        receipt: false,
        message: 'Your e-check of $472.12 is clearing. This takes a few business days.',
      },
      { status: 'confirmed', amount: '300.00', method_display: 'Visa •••• 4242', message: '', receipt: true },
    ])
    const about = () => payments.tenant.run((ctx) => readInvoicePayer(ctx, invoice.invoiceId), link(invoice))
    expect(await about()).toMatchObject({ in_flight: '472.12' })
    payments.clock.advance(5 * DAY_MS)
    await runDueSchedules(payments.tenant)
    expect((await listed(invoice, portal)).map(({ status, message }) => [status, message])).toEqual([
      ['confirmed', ''],
      ['confirmed', ''],
    ])
    expect(await about()).toMatchObject({ in_flight: '0.00' })
  })

  it('show the charge with its surcharge and refunds', async () => {
    await payments.tenant.run((ctx) =>
      ctx.db.updateTable('accounts').set({ card_surcharge_ppm: 15_000 }).execute(),
    )
    const { uow, ...invoice } = await payments.open('354.80')
    const form = cardForm('354.80', { surcharge_percentage: '1.5' })
    const paid = await pay(uow, invoice.invoiceId, form)
    expect(paid).toMatchObject({ total: '360.12', surcharge: '5.32' })
    const portal = portalOf(payments.app, invoice.customer.id)
    expect(await listed(invoice, portal)).toMatchObject([
      {
        amount: '354.80',
        total: '360.12',
        surcharge: '5.32',
        surcharge_display: 'includes $5.32 credit card surcharge',
        refunded: '0.00',
        method_display: 'Visa •••• 4242',
      },
    ])
    const back = { total: '100.00', total_currency: 'USD', request_id: 'part-of-the-charge', reason: '' }
    await refundPayment(payments.tenant.uow(), paid.id, back)
    expect(await listed(invoice, portal)).toMatchObject([{ total: '360.12', refunded: '100.00' }])
  })

  it('show that an authorized card is not charged and who captures it, without a receipt', async () => {
    const { uow, ...invoice } = await payments.open('70.00')
    const held = await pay(uow, invoice.invoiceId, cardForm('70.00', { number: CARDS.authorized }))
    expect(held).toMatchObject({
      status: 'preauth',
      message: 'Your payment is authorized but not charged yet. The company will charge it later.',
    })
    expect(await listed(invoice, portalOf(payments.app, invoice.customer.id))).toMatchObject([
      {
        receipt: false,
        message:
          'Your card payment of $70.00 is authorized but not charged yet. The company will charge it later.',
      },
    ])
  })

  it('show a forwarded link only the kind of method, and the paying session all of it', async () => {
    const invoice = await payments.tenant.run((ctx) => anOpenInvoice(ctx, '100.00'))
    const paying = link(invoice)
    const { id } = await pay(payments.tenant.uow(paying), invoice.invoiceId, cardForm('40.00'))
    const seen = async (actor: ReturnType<typeof link>) => {
      const read = await payments.tenant.run((ctx) => readPayerPayment(ctx, invoice.invoiceId, id), actor)
      return [(await listed(invoice, actor))[0]!.method_display, read.method_display]
    }
    expect(await seen(paying)).toEqual(['Visa •••• 4242', 'Visa •••• 4242'])
    expect(await seen(link(invoice, true))).toEqual(['Visa •••• 4242', 'Visa •••• 4242'])
    expect(await seen(link(invoice))).toEqual(['Credit card', 'Credit card'])
    const [row] = await listed(invoice, link(invoice))
    expect(JSON.stringify(row)).not.toMatch(/4242|Visa|PAY-/)
    const receipt = async (actor: ReturnType<typeof link>) =>
      Buffer.from((await readReceipt(payments.tenant.uow(actor), invoice.invoiceId, id)).bytes)
    expect((await receipt(link(invoice))).equals(await receipt(paying)), 'also on the receipt').toBe(false)
  })

  it('show a link only the share of a payment of several invoices, without a receipt', async () => {
    const { customer, ...first } = await payments.tenant.run((ctx) => anOpenInvoice(ctx, '100.00'))
    const second = await payments.tenant.run((ctx) => anOpenInvoice(ctx, '50.00', customer))
    const invoice = { customer, ...first }
    const recorded = await payments.tenant.run((ctx) =>
      recordPayment(ctx, {
        customer: customer.id,
        type: 'check',
        total: '150.00',
        received_on: '2026-11-20',
        reference: '',
        request_id: 'one-check-two-invoices',
        invoices: [
          { invoice: first.invoiceId, amount: '100.00' },
          { invoice: second.invoiceId, amount: '50.00' },
        ],
      }),
    )
    expect(await listed(invoice, link(invoice))).toMatchObject([
      { amount: '100.00', date: '2026-11-20', receipt: false },
    ])
    expect(await listed(invoice, portalOf(payments.app, customer.id))).toMatchObject([{ receipt: true }])
    const read = readReceipt(payments.tenant.uow(link(invoice)), first.invoiceId, recorded.id)
    expect(await refusalOf(read)).toMatchObject({ code: 'not_found' })
  })

  it('are hidden from other customers', async () => {
    const mine = await payments.open()
    const other = await payments.open()
    const read = payments.tenant.run(
      (ctx) => listInvoicePayments(ctx, mine.invoiceId),
      portalOf(payments.app, other.customer.id),
    )
    expect(await refusalOf(read)).toMatchObject({ code: 'invoice_unknown' })
  })

  it('show only the payer that their bank waits for an answer', async () => {
    const { uow, ...invoice } = await payments.open('70.00')
    const { id } = await pay(uow, invoice.invoiceId, cardForm('70.00', { number: CARDS.challenged }))
    expect(await listed(invoice, uow.actor)).toMatchObject([
      {
        id,
        awaits_payer: true,
        message: 'Your card payment of $70.00 isn’t finished. Your bank asks you to confirm it.',
      },
    ])
    expect(await listed(invoice, link(invoice))).toMatchObject([
      {
        id,
        awaits_payer: false,
        message: 'Your card payment of $70.00 was started and is not finished yet.',
      },
    ])
    const request = { invoiceId: invoice.invoiceId, paymentId: id, answer: 'decline' } as const
    expect(await refusalOf(answerChallenge(uow, request))).toMatchObject({ code: 'payment_failed' })
    expect(await listed(invoice, link(invoice))).toEqual([])
  })
})

describe('the invoice history for staff', () => {
  it('contains an e-check from the day it is sent, and its failure', async () => {
    const { uow, ...invoice } = await payments.open('472.12')
    const historyTexts = async () =>
      (await payments.tenant.run((ctx) => readInvoice(ctx, invoice.invoiceId))).timeline.map(
        ({ kind, text }) => [kind, text],
      )
    await pay(uow, invoice.invoiceId, eCheckForm('472.12', '000111111113'), 'sandbox-e-check')
    expect(await historyTexts()).toContainEqual(['clearing', 'E-check of $472.12 sent, clearing'])
    payments.clock.advance(5 * DAY_MS)
    await runDueSchedules(payments.tenant)
    expect(await historyTexts()).toContainEqual(['clearing', 'E-check of $472.12 did not go through'])
  })
})

it('reveals to a link only that a stored method exists', async () => {
  const { uow, ...invoice } = await payments.open()
  const stored = () => payments.tenant.run((ctx) => readInvoicePayer(ctx, invoice.invoiceId), link(invoice))
  expect(await stored()).toEqual({ in_flight: '0.00', payments: 0, stored_methods: false })
  await pay(uow, invoice.invoiceId, cardForm('10.00', { store_method: true }))
  expect(await stored()).toEqual({ in_flight: '0.00', payments: 1, stored_methods: true })
})
