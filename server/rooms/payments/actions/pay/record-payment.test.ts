import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { contract } from '../../../../../contract/index.ts'
import { consumeMailRateLimit } from '../../../accounts/index.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { customerBalanceOf, reservedOf } from '../../../ledger/index.ts'
import { anOpenInvoice, balancesOf, cardForm, eCheckForm, paymentsFixture, portalOf } from '../../testing.ts'
import { sendReceipt } from '../notify/send-receipt.ts'
import { listPayments } from '../read/list-payments.ts'
import { postPayment } from '../settle/post-payment.ts'
import { payInvoice } from './pay-invoice.ts'
import { type ManualPayment, recordPayment } from './record-payment.ts'

const payments = paymentsFixture(20)
let sequence = 0

const record = (customer: string, total: string, more: Partial<ManualPayment> = {}) =>
  payments.tenant.run((ctx) =>
    recordPayment(ctx, {
      customer,
      type: 'check',
      total,
      received_on: '2026-11-19',
      reference: '4711',
      request_id: `record-request-${++sequence}`,
      ...more,
    }),
  )

/** Three invoices of one customer in order of due date: 20.00, 30.00 and 50.00. */
async function threeInvoices() {
  return payments.tenant.run(async (ctx) => {
    const customer = await aCustomer(ctx)
    const third = await anOpenInvoice(ctx, '50.00', customer, '2027-01-31')
    const first = await anOpenInvoice(ctx, '20.00', customer, '2026-11-10')
    const second = await anOpenInvoice(ctx, '30.00', customer, '2026-12-01')
    return { customer, ids: [first.invoiceId, second.invoiceId, third.invoiceId] as [string, string, string] }
  })
}

describe('a recorded payment', () => {
  it('settles the oldest invoices first', async () => {
    const { customer, ids } = await threeInvoices()
    const recorded = await record(customer.id, '35.00')
    expect(recorded).toMatchObject({
      status: 'confirmed',
      type: 'check',
      type_display: 'Check',
      method_display: 'Check',
      provider: 'manual',
      channel: 'staff',
      gateway_id: null,
      total: '35.00',
      reference: '4711',
      unapplied_amount: '0.00',
      invoices: [
        { pk: ids[0], amount: '20.00', state: 'applied' },
        { pk: ids[1], amount: '15.00', state: 'applied' },
      ],
      events: [{ from: null, to: 'confirmed', cause: 'recorded' }],
    })
    expect(await balancesOf(payments.tenant, ids[1])).toMatchObject({ remaining: '15.00' })
  })

  it('keeps the excess as unapplied credit', async () => {
    const { customer } = await threeInvoices()
    expect(await record(customer.id, '120.00')).toMatchObject({
      unapplied_amount: '20.00',
      invoices: [{}, {}, {}],
    })
    expect(await payments.tenant.run((ctx) => customerBalanceOf(ctx, customer.id, 'USD'))).toMatchObject({
      owedMinor: 0n,
      unappliedMinor: 2_000n,
    })
  })

  it('settles only the named invoices', async () => {
    const { customer, ids } = await threeInvoices()
    const recorded = await record(customer.id, '60.00', { invoices: [{ invoice: ids[2], amount: '45.00' }] })
    expect(recorded).toMatchObject({ unapplied_amount: '15.00', invoices: [{ pk: ids[2], amount: '45.00' }] })
    expect(await balancesOf(payments.tenant, ids[0])).toMatchObject({ remaining: '20.00' })
  })

  it('does not settle what a payment under way has reserved', async () => {
    const { customer, ids } = await threeInvoices()
    const uow = payments.tenant.uow(portalOf(payments.app, customer.id))
    await payInvoice(uow, { invoiceId: ids[0], optionId: 'sandbox-e-check', body: eCheckForm('20.00') })
    expect(await payments.tenant.run((ctx) => reservedOf(ctx, customer.id, 'USD'))).toBe(2_000n)
    expect(await payments.tenant.run((ctx) => reservedOf(ctx, customer.id, 'JPY'))).toBe(0n)
    expect(await record(customer.id, '30.00')).toMatchObject({ invoices: [{ pk: ids[1], amount: '30.00' }] })
    await expect(
      record(customer.id, '5.00', { invoices: [{ invoice: ids[0], amount: '5.00' }] }),
    ).rejects.toMatchObject({
      fields: { 'invoices.0.amount': ['The amount should not be greater than the balance of 0.00'] },
    })
  })

  it('accepts only the customer’s currency', async () => {
    const { customer, invoiceId } = await payments.tenant.run(async (ctx) =>
      anOpenInvoice(ctx, '500', await aCustomer(ctx, { currency: 'JPY' })),
    )
    await expect(record(customer.id, '500.00')).rejects.toMatchObject({
      fields: { total: ['Enter an amount without decimals.'] },
    })
    expect(await record(customer.id, '200')).toMatchObject({ total: '200', total_currency: 'JPY' })
    expect(await balancesOf(payments.tenant, invoiceId)).toMatchObject({ remaining: '300' })
  })
})

describe('the record of a manual payment', () => {
  it('is found by its check number and shows the day of receipt', async () => {
    const { customer } = await threeInvoices()
    await record(customer.id, '7.00', { reference: 'CHQ 000918', received_on: '2026-11-12' })
    await record(customer.id, '8.00', { reference: '' })
    const found = (search: string) =>
      payments.tenant.run(async (ctx) => {
        const page = await listPayments(ctx, contract.payments.list.query.parse({ search }))
        return page.results.map(({ total, received_on }) => [total, received_on])
      })
    expect(await found('chq 0009')).toEqual([['7.00', '2026-11-12']])
    expect(await found('000918')).toEqual([['7.00', '2026-11-12']])
    expect(await found('000919')).toEqual([])
    const elsewhere = await payments.another()
    const query = contract.payments.list.query.parse({ search: '000918' })
    expect(await elsewhere.run((ctx) => listPayments(ctx, query))).toMatchObject({ count: 0 })
  })

  it('emails a receipt on request, once', async () => {
    const { customer } = await threeInvoices()
    const receipts = async (paymentId: string) => {
      const queued = await payments.tenant.run((ctx) =>
        sql<{ id: string }>`select data->'payload'->>'paymentId' as id from pgboss.job
          where name = 'payments.send-receipt' and data::text like ${`%${paymentId}%`}`.execute(ctx.db),
      )
      return queued.rows.length
    }
    const asked = { email_receipt: true, request_id: 'receipt-asked-for' }
    const { id } = await record(customer.id, '35.00', asked)
    await record(customer.id, '35.00', asked)
    expect(await receipts(id)).toBe(1)
    expect(await receipts((await record(customer.id, '1.00')).id)).toBe(0)

    await payments.tenant.run((ctx) => sendReceipt(ctx, id))
    const mails = await payments.tenant.run((ctx) =>
      ctx.db.selectFrom('mail_messages').selectAll().where('related_id', '=', id).execute(),
    )
    expect(mails).toMatchObject([
      {
        kind: 'payments.receipt',
        to_address: customer.email,
        subject: 'Receipt: $35.00 paid to Brightwater Supply Co.',
      },
    ])
    expect(mails[0]!.text_body).toContain('Check')
    expect(mails[0]!.text_body).toContain('Nov 19, 2026')

    const silent = await payments.tenant.run((ctx) => aCustomer(ctx, { email: '' }))
    await expect(record(silent.id, '5.00', { email_receipt: true })).rejects.toMatchObject({
      fields: { email_receipt: ['This customer has no email address.'] },
    })
  })
})

it('counts an emailed receipt as an email of the company, and records nothing beyond its limit', async () => {
  const { customer, ids } = await threeInvoices()
  await payments.tenant.run((ctx) => consumeMailRateLimit(ctx, 299))
  await record(customer.id, '1.00', { email_receipt: true })
  await expect(record(customer.id, '1.00', { email_receipt: true })).rejects.toMatchObject({
    code: 'too_many_requests',
    detail: expect.stringContaining('300 emails a day'),
  })
  expect(await balancesOf(payments.tenant, ids[0])).toEqual({ remaining: '19.00', reserved: '0.00' })
  await record(customer.id, '1.00')
  expect(await balancesOf(payments.tenant, ids[0])).toEqual({ remaining: '18.00', reserved: '0.00' })
})

describe('an invalid manual payment', () => {
  it('is refused with a message for each field', async () => {
    const { customer, ids } = await threeInvoices()
    const named = (amount: string, invoice = ids[0]) => ({ invoices: [{ invoice, amount }] })
    const cases: [string, Partial<ManualPayment>, Record<string, string[]>][] = [
      ['', {}, { total: ['This field is required'] }],
      ['0.00', {}, { total: ['The amount should be greater than 0'] }],
      ['1,00', {}, { total: ['Enter a valid number.'] }],
      ['10.00', { received_on: '2026-11-21' }, { received_on: ['Enter a date that isn’t in the future.'] }],
      [
        '10.00',
        named('20.01'),
        { 'invoices.0.amount': ['The amount should not be greater than the balance of 20.00'] },
      ],
      ['10.00', named('10.01'), { invoices: ['The invoices add up to $10.01, more than the total.'] }],
      [
        '10.00',
        { invoices: [...named('1').invoices, ...named('2').invoices] },
        { invoices: ['List each invoice once.'] },
      ],
    ]
    for (const [total, more, fields] of cases)
      await expect(record(customer.id, total, more)).rejects.toMatchObject({ fields })
  })

  it('is refused with an invoice of another customer, account or state', async () => {
    const { customer } = await threeInvoices()
    const foreign = await payments.tenant.run((ctx) => anOpenInvoice(ctx, '10.00'))
    const elsewhere = await payments.another()
    const away = await elsewhere.run((ctx) => anOpenInvoice(ctx, '10.00'))
    for (const invoice of [foreign.invoiceId, away.invoiceId])
      await expect(
        record(customer.id, '5.00', { invoices: [{ invoice, amount: '5.00' }] }),
      ).rejects.toMatchObject({ code: 'not_found' })
    await expect(record(away.customer.id, '5.00')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('one request_id', () => {
  it('records once in twenty concurrent requests', async () => {
    const { customer, ids } = await threeInvoices()
    const body = { request_id: 'the-same-record' }
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => record(customer.id, '10.00', body)),
    )
    const numbers = new Set(
      answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value.transaction_number] : [])),
    )
    expect(numbers.size).toBe(1)
    expect(answers.filter((one) => one.status === 'rejected')).toEqual([])
    expect(await balancesOf(payments.tenant, ids[0])).toMatchObject({ remaining: '10.00' })
    await expect(record(customer.id, '11.00', body)).rejects.toMatchObject({ code: 'request_id_reused' })
  })

  it('never settles more than is owed in concurrent recordings and payments', async () => {
    const { customer, ids } = await threeInvoices()
    await Promise.allSettled([
      ...Array.from({ length: 15 }, () => record(customer.id, '9.00')),
      ...Array.from({ length: 15 }, () =>
        payInvoice(payments.tenant.uow(portalOf(payments.app, customer.id)), {
          invoiceId: ids[2],
          optionId: 'sandbox-card',
          body: cardForm('9.00'),
        }),
      ),
    ])
    const balance = await payments.tenant.run((ctx) => customerBalanceOf(ctx, customer.id, 'USD'))
    expect(balance.owedMinor + balance.paidMinor).toBe(10_000n)
  })
})

describe('reconciling', () => {
  it('marks a confirmed payment once', async () => {
    const { customer } = await threeInvoices()
    const { id, posted, can } = await record(customer.id, '10.00')
    expect([posted, can.post]).toEqual([false, true])
    const marked = await payments.tenant.run((ctx) => postPayment(ctx, id))
    expect(marked).toMatchObject({ posted: true, post_url: null, can: { post: false } })
    expect(await payments.tenant.run((ctx) => postPayment(ctx, id))).toEqual(marked)
    const notes = await payments.tenant.run((ctx) =>
      ctx.db.selectFrom('audit_entries').select('action').where('object_id', '=', id).execute(),
    )
    expect(notes.map((note) => note.action).sort()).toEqual(['payments.post', 'payments.record'])
    const elsewhere = await payments.another()
    await expect(elsewhere.run((ctx) => postPayment(ctx, id))).rejects.toMatchObject({ code: 'not_found' })
  })
})
