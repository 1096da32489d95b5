import { describe, expect, it } from 'vitest'
import { failed } from '../../../../gateways/payments/port.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { newId } from '../../../../platform/ids.ts'
import { applyCreditMemo, readCreditMemo } from '../../../credit-memos/index.ts'
import { aCreditMemo } from '../../../credit-memos/testing.ts'
import type { Body } from '../../rules/option-form.ts'
import {
  anOpenInvoice,
  balancesOf,
  CARDS,
  cardForm,
  eCheckForm,
  type OpenInvoice,
  payLinkOf,
  paymentsFixture,
  portalOf,
  refusalOf,
  runDueSchedules,
  sandboxCounts,
} from '../../testing.ts'
import { sendReceipt } from '../notify/send-receipt.ts'
import { recordPayment } from '../pay/record-payment.ts'
import { readPayment } from '../read/read-payment.ts'
import { listOpenInvoices } from '../several/list-open-invoices.ts'
import { payInvoices } from '../several/pay-invoices.ts'
import { payWithCredit } from './pay-with-credit.ts'

const payments = paymentsFixture(20)

interface Owing {
  readonly invoices: OpenInvoice[]
  readonly uow: UnitOfWork
  readonly memo: string
  readonly check: string
}

/** Invoices over $100 and $50, a credit memo of $30 and $40 of a check that settled nothing. The $50 is due first. */
async function owing(): Promise<Owing> {
  const { tenant, app } = payments
  const first = await tenant.run((ctx) => anOpenInvoice(ctx, '100.00', undefined, '2026-12-20'))
  const { customer } = first
  const check = await tenant.run((ctx) =>
    recordPayment(ctx, {
      customer: customer.id,
      type: 'check',
      total: '40.00',
      received_on: '2026-11-20',
      reference: '',
      request_id: newId(0),
      invoices: [],
    }),
  )
  const second = await tenant.run((ctx) => anOpenInvoice(ctx, '50.00', customer, '2026-12-10'))
  const memo = await tenant.run((ctx) => aCreditMemo(ctx, { customer: customer.id, total: '30.00' }))
  return {
    invoices: [first, second],
    uow: tenant.uow(portalOf(app, customer.id)),
    memo: memo.pk,
    check: check.id,
  }
}

const AMOUNTS = ['100.00', '50.00']
const seen = (invoices: readonly OpenInvoice[]) =>
  invoices.map(({ invoiceId }, at) => ({ invoice: invoiceId, amount: AMOUNTS[at]! }))

const payRest = ({ uow, invoices }: Owing, credit: string, form: Body, option = 'sandbox-card') =>
  payInvoices(uow, option, { invoices: seen(invoices), credit, form })

const balances = ({ invoices }: Owing) =>
  Promise.all(invoices.map(({ invoiceId }) => balancesOf(payments.tenant, invoiceId)))

const settled = (...amounts: string[]) => amounts.map((amount) => ({ remaining: amount, reserved: '0.00' }))

const creditLeft = async ({ memo, check }: Owing) => [
  (await payments.tenant.run((ctx) => readCreditMemo(ctx, memo))).remaining,
  (await payments.tenant.run((ctx) => readPayment(ctx, check))).unapplied_amount,
]

describe('credit first', () => {
  it('settles the earliest due with credit and charges the rest', async () => {
    const books = await owing()
    const { uow, invoices } = books
    const ids = invoices.map(({ invoiceId }) => invoiceId)
    expect((await listOpenInvoices(uow, ids)).credit).toBe('70.00')
    const paid = await payRest(books, '70.00', cardForm('80.00'))
    expect(paid).toMatchObject({ status: 'confirmed', amount: '80.00', total: '80.00' })
    expect(paid.invoices.map(({ pk, amount }) => [pk, amount])).toEqual([[ids[0], '80.00']])
    expect(paid.credit.map(({ pk, amount }) => [pk, amount])).toEqual([
      [ids[1], '50.00'],
      [ids[0], '20.00'],
    ])
    expect(await balances(books)).toEqual(settled('0.00', '0.00'))
    expect(await creditLeft(books)).toEqual(['0.00', '0.00'])
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1, taken: '8000' })
    expect((await listOpenInvoices(uow, ids)).credit).toBe('0.00')
  })

  it('uses only what the invoices owe, memos before unapplied payments', async () => {
    const books = await owing()
    const one = { ...books, invoices: [books.invoices[1]!] }
    await payWithCredit(books.uow, {
      invoices: [{ invoice: one.invoices[0]!.invoiceId, amount: '50.00' }],
      credit: '50.00',
      request_id: newId(0),
    })
    expect(await balances(books)).toEqual(settled('100.00', '0.00'))
    expect(await creditLeft(books)).toEqual(['0.00', '20.00'])
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 0 })
  })

  it('names the credit used in the receipt mail, beside the charge', async () => {
    const books = await owing()
    const paid = await payRest(books, '70.00', cardForm('80.00'))
    await payments.tenant.run((ctx) => sendReceipt(ctx, paid.id))
    const mail = await payments.tenant.run((ctx) =>
      ctx.db.selectFrom('mail_messages').select('text_body').executeTakeFirstOrThrow(),
    )
    for (const row of ['Charged: $80.00', 'Credit used: $70.00', 'Paid in all: $150.00', 'Remaining: $0.00'])
      expect(mail.text_body).toContain(row)
    expect(mail.text_body).toMatch(/for invoices INV-\d+, INV-\d+/)
  })

  it('leaves the credit alone when the card is declined', async () => {
    const books = await owing()
    const refused = await refusalOf(payRest(books, '70.00', cardForm('80.00', { number: CARDS.declined })))
    expect(refused.code).toBe('payment_failed')
    expect(await balances(books)).toEqual(settled('100.00', '50.00'))
    expect(await creditLeft(books)).toEqual(['30.00', '40.00'])
    await payRest(books, '70.00', cardForm('80.00'))
    expect(await balances(books)).toEqual(settled('0.00', '0.00'))
  })

  it('refuses other credit than the payer saw, and charges nothing', async () => {
    const books = await owing()
    await payments.tenant.run((ctx) =>
      applyCreditMemo(ctx, books.memo, {
        invoice: books.invoices[0]!.invoiceId,
        amount: '10.00',
        request_id: newId(0),
      }),
    )
    const invoices = [
      { invoice: books.invoices[0]!.invoiceId, amount: '90.00' },
      { invoice: books.invoices[1]!.invoiceId, amount: '50.00' },
    ]
    const refused = await refusalOf(
      payInvoices(books.uow, 'sandbox-card', { invoices, credit: '70.00', form: cardForm('70.00') }),
    )
    expect(refused.code).toBe('amounts_changed')
    expect(refused.message).toContain('changed from $70.00 to $60.00')
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 0 })
    expect(await creditLeft(books)).toEqual(['20.00', '40.00'])
  })

  it('keeps planned credit from other payments, and uses it when an e-check clears', async () => {
    const books = await owing()
    const { uow, invoices } = books
    const paid = await payRest(books, '70.00', eCheckForm('80.00'), 'sandbox-e-check')
    expect(paid.status).toBe('waiting')
    expect(await creditLeft(books)).toEqual(['30.00', '40.00'])
    const ids = invoices.map(({ invoiceId }) => invoiceId)
    expect((await listOpenInvoices(uow, ids)).credit).toBe('0.00')
    payments.clock.advance(4 * 86_400_000)
    await runDueSchedules(payments.tenant)
    expect(await balances(books)).toEqual(settled('0.00', '0.00'))
    expect(await creditLeft(books)).toEqual(['0.00', '0.00'])
  })

  it('leaves open what credit no longer covers when an e-check clears', async () => {
    const books = await owing()
    await payRest(books, '70.00', eCheckForm('80.00'), 'sandbox-e-check')
    const other = await payments.tenant.run((ctx) => anOpenInvoice(ctx, '30.00', books.invoices[0]!.customer))
    await payments.tenant.run((ctx) =>
      applyCreditMemo(ctx, books.memo, { invoice: other.invoiceId, amount: '30.00', request_id: newId(0) }),
    )
    payments.clock.advance(4 * 86_400_000)
    await runDueSchedules(payments.tenant)
    expect(await balances(books)).toEqual(settled('20.00', '10.00'))
    expect(await creditLeft(books)).toEqual(['0.00', '0.00'])
  })

  it('pays once for a double click, with the same reply', async () => {
    const books = await owing()
    const form = cardForm('80.00')
    const both = await Promise.allSettled([payRest(books, '70.00', form), payRest(books, '70.00', form)])
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true)
    const again = await payRest(books, '70.00', form)
    expect(again.status).toBe('confirmed')
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1, taken: '8000' })
    expect(await balances(books)).toEqual(settled('0.00', '0.00'))
    expect((await refusalOf(payRest(books, '60.00', form))).code).toBe('request_id_reused')
  })

  it('uses the credit once when the processor’s reply is lost', async () => {
    const books = await owing()
    const { sandbox } = payments
    payments.misbehave({
      create: async (...call) => {
        await sandbox.create(...call)
        return failed({ kind: 'unknown_outcome', code: 'lost', raw: null })
      },
    })
    const paid = await payRest(books, '70.00', cardForm('80.00'))
    expect(paid.status).toBe('waiting')
    expect(await creditLeft(books)).toEqual(['30.00', '40.00'])
    payments.clock.advance(600_000)
    await runDueSchedules(payments.tenant)
    expect(await balances(books)).toEqual(settled('0.00', '0.00'))
    expect(await creditLeft(books)).toEqual(['0.00', '0.00'])
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1 })
  })

  it('keeps the credit of two payments at once apart', async () => {
    const books = await owing()
    const { uow, invoices } = books
    const pay = (at: number, credit: string, charge: string) =>
      payInvoices(uow, 'sandbox-card', {
        invoices: [{ invoice: invoices[at]!.invoiceId, amount: AMOUNTS[at]! }],
        credit,
        form: cardForm(charge),
      })
    const outcomes = await Promise.allSettled([pay(0, '70.00', '30.00'), pay(1, '40.00', '10.00')])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const left = (await balances(books)).map(({ remaining }) => remaining)
    expect([
      ['0.00', '50.00'],
      ['100.00', '0.00'],
    ]).toContainEqual(left)
  })

  it('is neither shown to a pay link nor used by one', async () => {
    const { invoices } = await owing()
    const invoice = invoices[1]!
    for (const unlocked of [false, true]) {
      const uow = payments.tenant.uow(payLinkOf(payments.app, invoice, unlocked))
      expect((await listOpenInvoices(uow, undefined)).credit).toBe('0.00')
      const refused = await refusalOf(
        payInvoices(uow, 'sandbox-card', {
          invoices: [{ invoice: invoice.invoiceId, amount: '50.00' }],
          credit: '20.00',
          form: cardForm('30.00'),
        }),
      )
      expect(refused.fields).toEqual({ credit: ['Log in to use your credit.'] })
    }
  })
})

describe('paying with credit alone', () => {
  const all = (books: Owing, request_id = newId(0)) => ({
    invoices: [{ invoice: books.invoices[1]!.invoiceId, amount: '50.00' }],
    credit: '50.00',
    request_id,
  })

  it('happens once for a double click', async () => {
    const books = await owing()
    const body = all(books)
    const [one, other] = await Promise.all([payWithCredit(books.uow, body), payWithCredit(books.uow, body)])
    expect(one).toEqual(other)
    expect(one.invoices).toMatchObject([{ pk: books.invoices[1]!.invoiceId, amount: '50.00' }])
    expect(await balances(books)).toEqual(settled('100.00', '0.00'))
    expect(await creditLeft(books)).toEqual(['0.00', '20.00'])
    const otherValues = { ...body, credit: '49.00' }
    expect((await refusalOf(payWithCredit(books.uow, otherValues))).code).toBe('request_id_reused')
  })

  it('is refused when less credit is left than the payer saw', async () => {
    const books = await owing()
    await payRest(books, '70.00', eCheckForm('80.00'), 'sandbox-e-check')
    const { invoices } = books
    const body = { ...all(books), invoices: [{ invoice: invoices[0]!.invoiceId, amount: '20.00' }] }
    const refused = await refusalOf(payWithCredit(books.uow, { ...body, credit: '20.00' }))
    expect(refused.code).toBe('amounts_changed')
    expect(refused.message).toContain('Your credit of $20.00 was used meanwhile')
  })

  it('refuses a part, what is not owed, and another customer’s invoice', async () => {
    const books = await owing()
    const body = all(books)
    expect((await refusalOf(payWithCredit(books.uow, { ...body, credit: '49.99' }))).fields).toEqual({
      credit: ['The credit has to be what these invoices owe together.'],
    })
    const stranger = await payments.open()
    const foreign = { ...body, invoices: [{ invoice: stranger.invoiceId, amount: '50.00' }] }
    expect((await refusalOf(payWithCredit(books.uow, foreign))).code).toBe('invoice_unknown')
    const refused = await refusalOf(
      payInvoices(books.uow, 'sandbox-card', {
        invoices: body.invoices,
        credit: '50.00',
        form: cardForm('1.00'),
      }),
    )
    expect(refused.code).toBe('wrong_state')
  })
})
