import { describe, expect, it } from 'vitest'
import { failed } from '../../../../gateways/payments/port.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import type { Refusal } from '../../../../platform/refusal.ts'
import { voidInvoice } from '../../../invoices/index.ts'
import type { Body } from '../../rules/option-form.ts'
import {
  anOpenInvoice,
  balancesOf,
  CARDS,
  cardForm,
  eCheckForm,
  type OpenInvoice,
  pay,
  paymentsFixture,
  portalOf,
  refusalOf,
  runDueSchedules,
  sandboxCounts,
} from '../../testing.ts'
import { readReceipt } from '../read/read-payer-payment.ts'
import { readPayment } from '../read/read-payment.ts'
import { refundPayment } from '../refund/refund-payment.ts'
import { listOpenInvoices } from './list-open-invoices.ts'
import { payInvoices } from './pay-invoices.ts'

const payments = paymentsFixture(20)

/** Three invoices of one customer over $100, $50 and $25, due in reverse order. */
async function three(): Promise<{ invoices: OpenInvoice[]; uow: UnitOfWork }> {
  const first = await payments.tenant.run((ctx) => anOpenInvoice(ctx, '100.00', undefined, '2026-12-20'))
  const { customer } = first
  const second = await payments.tenant.run((ctx) => anOpenInvoice(ctx, '50.00', customer, '2026-12-10'))
  const third = await payments.tenant.run((ctx) => anOpenInvoice(ctx, '25.00', customer, '2026-11-15'))
  return { invoices: [first, second, third], uow: payments.tenant.uow(portalOf(payments.app, customer.id)) }
}

const AMOUNTS = ['100.00', '50.00', '25.00']

const payAll = (uow: UnitOfWork, invoices: readonly OpenInvoice[], form: Body, option = 'sandbox-card') =>
  payInvoices(uow, option, {
    invoices: invoices.map(({ invoiceId }, at) => ({ invoice: invoiceId, amount: AMOUNTS[at]! })),
    form,
  })

const remaining = (invoices: readonly OpenInvoice[]) =>
  Promise.all(invoices.map(async ({ invoiceId }) => balancesOf(payments.tenant, invoiceId)))

const settled = (...amounts: string[]) => amounts.map((amount) => ({ remaining: amount, reserved: '0.00' }))

describe('paying several invoices', () => {
  it('settles each with one charge and one receipt', async () => {
    const { invoices, uow } = await three()
    const paid = await payAll(uow, invoices, cardForm('175.00'))
    expect(paid).toMatchObject({ status: 'confirmed', amount: '175.00' })
    expect(paid.invoices.map(({ pk, amount }) => [pk, amount])).toEqual([
      [invoices[2]!.invoiceId, '25.00'],
      [invoices[1]!.invoiceId, '50.00'],
      [invoices[0]!.invoiceId, '100.00'],
    ])
    expect(await remaining(invoices)).toEqual(settled('0.00', '0.00', '0.00'))
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1, taken: '17500' })
    const receipt = await readReceipt(uow, paid.invoice.pk, paid.id)
    expect(receipt.name).toBe(`Receipt ${paid.number}.pdf`)
  })

  it('settles the earliest due first when less is paid', async () => {
    const { invoices, uow } = await three()
    await payAll(uow, invoices, cardForm('40.01'))
    expect(await remaining(invoices)).toEqual(settled('100.00', '34.99', '0.00'))
  })

  it('turns what is more than due into credit where the company allows it', async () => {
    const { invoices, uow } = await three()
    expect((await refusalOf(payAll(uow, invoices, cardForm('175.01')))).fields).toEqual({
      amount: ['The amount should not be greater than the balance of 175.00'],
    })
    await payments.tenant.run((ctx) =>
      ctx.db
        .updateTable('accounts')
        .set({ prepayments: true })
        .where('account_id', '=', ctx.accountId)
        .execute(),
    )
    const paid = await payAll(uow, invoices, cardForm('200.00'))
    expect(await remaining(invoices)).toEqual(settled('0.00', '0.00', '0.00'))
    expect(await payments.tenant.run((ctx) => readPayment(ctx, paid.id))).toMatchObject({
      unapplied_amount: '25.00',
    })
  })

  it('refuses other amounts than the payer saw, and charges nothing', async () => {
    const { invoices, uow } = await three()
    await pay(uow, invoices[0]!.invoiceId, cardForm('60.00'))
    const refused = await refusalOf(payAll(uow, invoices, cardForm('175.00')))
    expect(refused.code).toBe('amounts_changed')
    expect(refused.message).toContain('changed from $100.00 to $40.00')
    await payments.tenant.run((ctx) => voidInvoice(ctx, invoices[1]!.invoiceId, ''))
    expect((await refusalOf(payAll(uow, invoices, cardForm('175.00')))).code).toBe('invoice_unknown')
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1 })
  })

  it('refuses an invoice twice, another customer’s, and one in no list', async () => {
    const { invoices, uow } = await three()
    const stranger = await payments.open()
    const twice = [invoices[0]!, invoices[0]!]
    expect((await refusalOf(payAll(uow, twice, cardForm('100.00')))).fields).toEqual({
      invoices: ['List each invoice once.'],
    })
    const refused = await refusalOf(payAll(uow, [stranger, ...invoices], cardForm('1.00')))
    expect(refused.code).toBe('invoice_unknown')
  })

  it('releases every invoice when the card is declined', async () => {
    const { invoices, uow } = await three()
    const refused = await refusalOf(payAll(uow, invoices, cardForm('175.00', { number: CARDS.declined })))
    expect(refused.code).toBe('payment_failed')
    expect(await remaining(invoices)).toEqual(settled('100.00', '50.00', '25.00'))
  })

  it('reserves every invoice while an e-check clears, and settles them once', async () => {
    const { invoices, uow } = await three()
    await payAll(uow, invoices, eCheckForm('175.00'), 'sandbox-e-check')
    expect((await remaining(invoices)).map(({ reserved }) => reserved)).toEqual(AMOUNTS)
    payments.clock.advance(4 * 24 * 3_600_000)
    await runDueSchedules(payments.tenant)
    await runDueSchedules(payments.tenant)
    expect(await remaining(invoices)).toEqual(settled('0.00', '0.00', '0.00'))
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1 })
  })

  it('finds a lost answer again and charges once', async () => {
    const { invoices, uow } = await three()
    const paid = await payAll(uow, invoices, cardForm('150.13'))
    expect(paid.status).toBe('waiting')
    payments.clock.advance(11 * 60_000)
    await runDueSchedules(payments.tenant)
    expect(await remaining(invoices)).toEqual(settled('24.87', '0.00', '0.00'))
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1, taken: '15013' })
  })

  it('can be repeated with the same request_id after the processor was unreachable', async () => {
    const { invoices, uow } = await three()
    const form = cardForm('60.00')
    payments.misbehave({ create: async () => failed({ kind: 'unavailable', code: 'down', raw: null }) })
    expect((await refusalOf(payAll(uow, invoices, form))).code).toBe('processor_unavailable')
    expect(await remaining(invoices)).toEqual(settled('100.00', '50.00', '25.00'))
    payments.misbehave({})
    await payAll(uow, invoices, form)
    expect(await remaining(invoices)).toEqual(settled('100.00', '15.00', '0.00'))
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1 })
  })
})

describe('one request_id', () => {
  it('repeats the reply, and is refused for other invoices', async () => {
    const { invoices, uow } = await three()
    const form = cardForm('60.00')
    const first = await payAll(uow, invoices, form)
    const again = await payAll(uow, invoices, form)
    expect([again.id, again.status]).toEqual([first.id, 'confirmed'])
    expect((await refusalOf(payAll(uow, invoices.slice(0, 2), form))).code).toBe('request_id_reused')
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1 })
  })

  it('charges once in 20 concurrent requests', async () => {
    const { invoices } = await three()
    const payer = () => payments.tenant.uow(portalOf(payments.app, invoices[0]!.customer.id))
    const form = cardForm('175.00')
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => payAll(payer(), invoices, form)),
    )
    for (const one of answers)
      if (one.status === 'rejected') expect((one.reason as Refusal).code).toBe('in_progress')
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1, taken: '17500' })
  })
})

describe('concurrent payments', () => {
  it('of overlapping invoices never charge more than remains', async () => {
    const { invoices, uow } = await three()
    const [first, second, third] = invoices
    const answers = await Promise.allSettled([
      payAll(uow, [first!, second!], cardForm('150.00')),
      payAll(uow, [first!, second!, third!], cardForm('175.00')),
      pay(uow, second!.invoiceId, cardForm('50.00')),
      pay(uow, first!.invoiceId, cardForm('30.00')),
    ])
    expect(answers.some((one) => one.status === 'fulfilled')).toBe(true)
    for (const one of answers)
      if (one.status === 'rejected')
        expect(['amounts_changed', 'invoice_not_payable', 'invalid_input']).toContain(
          (one.reason as Refusal).code,
        )
    for (const { reserved } of await remaining(invoices)) expect(reserved).toBe('0.00')
  })

  it('and a void: one of them is refused', async () => {
    const { invoices, uow } = await three()
    const [paid, voided] = await Promise.allSettled([
      payAll(uow, invoices, cardForm('175.00')),
      payments.tenant.run((ctx) => voidInvoice(ctx, invoices[1]!.invoiceId, '')),
    ])
    expect([paid.status, voided.status].sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('a refund of a payment for several invoices', () => {
  it('reopens the latest due first', async () => {
    const { invoices, uow } = await three()
    const paid = await payAll(uow, invoices, cardForm('175.00'))
    const staff = payments.tenant.uow({ kind: 'system', job: 'test' })
    await refundPayment(staff, paid.id, {
      total: '120.00',
      total_currency: 'USD',
      reason: '',
      request_id: 'refund-0001',
    })
    expect(await remaining(invoices)).toEqual(settled('100.00', '20.00', '0.00'))
  })
})

describe('listing what can be paid at once', () => {
  it('lists what is due now, earliest first, or the named invoices', async () => {
    const { invoices, uow } = await three()
    const due = await listOpenInvoices(uow, undefined)
    expect(due.lines.map(({ pk, payable }) => [pk, payable])).toEqual([[invoices[2]!.invoiceId, '25.00']])
    const named = await listOpenInvoices(
      uow,
      invoices.map(({ invoiceId }) => invoiceId),
    )
    expect(named.lines.map((line) => line.payable)).toEqual(['25.00', '50.00', '100.00'])
    expect(named.options[0]).toMatchObject({
      balance: '175.00',
      url: '/api/open-invoices/payment-options/sandbox-card/',
    })
  })

  it('refuses another customer’s invoices', async () => {
    const { uow } = await three()
    const stranger = await payments.open()
    expect((await refusalOf(listOpenInvoices(uow, [stranger.invoiceId]))).code).toBe('invoice_unknown')
  })
})
