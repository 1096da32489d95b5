import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { updateCustomer } from '../../../customers/index.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { aMailText } from '../../../mail-templates/testing.ts'
import { paymentsJobs } from '../../jobs.ts'
import {
  anOpenInvoice,
  CARDS,
  cardForm,
  eCheckForm,
  pay,
  payLinkOf,
  paymentsFixture,
  portalOf,
  runDueSchedules,
} from '../../testing.ts'
import { recordPayment } from '../pay/record-payment.ts'
import { refundPayment } from '../refund/refund-payment.ts'
import { sendReceipt } from './send-receipt.ts'

const payments = paymentsFixture()

const invoiceOf = (email = 'pat@payer.test', total = '300.00') =>
  payments.tenant.run(async (ctx) => anOpenInvoice(ctx, total, await aCustomer(ctx, { email })))

const portal = (invoice: { customer: { id: string } }) =>
  payments.tenant.uow(portalOf(payments.app, invoice.customer.id))

/** Runs the queued notification jobs twice, as a queue may do. */
async function runNotifications(): Promise<void> {
  const { rows } = await payments.tenant.run((ctx) =>
    sql<{ name: string; data: { payload: object } }>`
      select name, data from pgboss.job where name like 'payments.notify-of-%' and data->>'accountId' = ${ctx.accountId}
      order by created_on`.execute(ctx.db),
  )
  for (const _ of [1, 2])
    for (const { name, data } of rows) {
      const job = paymentsJobs.find((one) => one.name === name)!
      await payments.tenant.run((ctx) => job.run!(ctx, data.payload), { kind: 'system', job: name })
    }
}

const mails = () =>
  payments.tenant.run((ctx) => ctx.db.selectFrom('mail_messages').selectAll().orderBy('kind').execute())

const refund = (paymentId: string, total: string, request_id = 'refund-notified') =>
  refundPayment(payments.tenant.uow(), paymentId, { total, total_currency: 'USD', request_id, reason: '' })

describe('emails to the owners', () => {
  it('report a customer’s payment once, with the settled and remaining amounts', async () => {
    const invoice = await invoiceOf()
    const payment = await pay(portal(invoice), invoice.invoiceId, cardForm('120.00'))
    await runNotifications()
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    const owner = payments.tenant.owner.email
    expect(mail).toMatchObject({
      kind: 'payments.paid',
      to_address: owner,
      from_name: 'Quittance',
      subject: 'Harbor Foods paid $120.00',
      related_type: 'payment',
      related_id: payment.id,
    })
    for (const fact of [
      'Amount paid: $120.00',
      'Visa •••• 4242',
      'INV-1001',
      'Remaining: $180.00',
      `/payment-processing/${payment.id}`,
    ])
      expect(mail!.text_body).toContain(fact)
  })

  it('report a pay link’s payment, and an e-check only once it is confirmed', async () => {
    const invoice = await invoiceOf('')
    const uow = payments.tenant.uow(payLinkOf(payments.app, invoice))
    await pay(uow, invoice.invoiceId, eCheckForm('300.00'), 'sandbox-e-check')
    await runNotifications()
    expect(await mails()).toEqual([])
    payments.clock.advance(3 * DAY_MS)
    await runDueSchedules(payments.tenant)
    await runNotifications()
    expect(await mails()).toMatchObject([{ kind: 'payments.paid', subject: 'Harbor Foods paid $300.00' }])
  })

  it('are not sent for a payment recorded by staff or when turned off', async () => {
    const invoice = await invoiceOf()
    await payments.tenant.run((ctx) =>
      recordPayment(ctx, {
        customer: invoice.customer.id,
        type: 'check',
        total: '10.00',
        received_on: '2026-11-20',
        reference: '',
        request_id: 'recorded-by-staff',
      }),
    )
    await payments.tenant.run((ctx) =>
      ctx.db.updateTable('accounts').set({ email_on_payment: false }).execute(),
    )
    await pay(portal(invoice), invoice.invoiceId, cardForm('120.00'))
    await runNotifications()
    expect(await mails()).toEqual([])
  })
})

describe('emails to the customer', () => {
  it('report a confirmed refund with its amount, method, payment and invoice', async () => {
    const invoice = await invoiceOf()
    const payment = await pay(portal(invoice), invoice.invoiceId, cardForm('300.00'))
    await refund(payment.id, '50.00')
    await runNotifications()
    const sent = (await mails()).filter(({ kind }) => kind === 'payments.refunded')
    expect(sent).toMatchObject([
      {
        to_address: 'pat@payer.test',
        from_name: 'Brightwater Supply Co.',
        reply_to: 'billing@example.test',
        subject: 'Refund: $50.00 from Brightwater Supply Co.',
      },
    ])
    for (const fact of [
      'Amount refunded: $50.00',
      'Refunded to: Visa •••• 4242',
      `Payment: ${payment.number}`,
      'Original payment: $300.00',
      'Invoice: INV-1001',
    ])
      expect(sent[0]!.text_body).toContain(fact)
  })

  it('carry the account’s own text in the customer’s language', async () => {
    const invoice = await invoiceOf()
    await payments.tenant.run(async (ctx) => {
      for (const kind of ['receipt', 'refund', 'payment-returned'] as const) await aMailText(ctx, kind, 'de')
      await updateCustomer(ctx, invoice.customer.id, { language: 'de' })
    })
    const payment = await pay(portal(invoice), invoice.invoiceId, cardForm('100.00'))
    await refund(payment.id, '50.00')
    await pay(portal(invoice), invoice.invoiceId, eCheckForm('200.00', '000123452227'), 'sandbox-e-check')
    for (const _day of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) {
      payments.clock.advance(DAY_MS)
      await runDueSchedules(payments.tenant)
    }
    await payments.tenant.run((ctx) => sendReceipt(ctx, payment.id))
    await runNotifications()
    const sent = (await mails()).filter(({ to_address }) => to_address === 'pat@payer.test')
    expect(sent.map(({ kind }) => kind).sort()).toEqual([
      'payments.open-again',
      'payments.receipt',
      'payments.refunded',
    ])
    for (const mail of sent) {
      expect(mail.subject).toMatch(/^Own words for /)
      expect(mail.text_body).toContain('Own words of Brightwater Supply Co.')
      expect(mail.text_body).toMatch(/(Bezahlter|Erstatteter|Offener) Betrag: [\d,]+ \$/)
      expect(mail.html_body).toContain('<html lang="de"')
    }
  })

  it('are not sent for a refund that failed or without an address', async () => {
    const invoice = await invoiceOf()
    const payment = await pay(portal(invoice), invoice.invoiceId, cardForm('300.00'))
    payments.misbehave({
      refund: async () => ({
        ok: false,
        error: { kind: 'declined', code: 'no', raw: null, retryable: false } as never,
      }),
    })
    await expect(refund(payment.id, '50.00')).rejects.toMatchObject({ code: 'payment_failed' })
    payments.misbehave({})
    const silent = await invoiceOf('')
    const other = await pay(portal(silent), silent.invoiceId, cardForm('300.00'))
    await refund(other.id, '50.00', 'refund-of-silent')
    await runNotifications()
    expect((await mails()).filter(({ kind }) => kind === 'payments.refunded')).toEqual([])
  })

  it.each([
    ['an e-check that comes back', 'was returned', 'sandbox-e-check', eCheckForm('300.00', '000123452227')],
    ['a dispute', 'was disputed', 'sandbox-card', cardForm('300.00', { number: CARDS.disputed })],
  ])('are sent once to owners and customer after %s', async (_, word, option, form) => {
    const invoice = await invoiceOf()
    const payment = await pay(portal(invoice), invoice.invoiceId, form, option)
    for (const _day of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) {
      payments.clock.advance(DAY_MS)
      await runDueSchedules(payments.tenant)
    }
    await runNotifications()
    const sent = (await mails()).filter(({ kind }) => kind !== 'payments.paid')
    expect(sent.map(({ kind, to_address, from_name }) => [kind, to_address, from_name])).toEqual([
      ['payments.came-back', payments.tenant.owner.email, 'Quittance'],
      ['payments.open-again', 'pat@payer.test', 'Brightwater Supply Co.'],
    ])
    expect(sent[0]!.subject).toBe(`$300.00 from Harbor Foods ${word}`)
    expect(sent[0]!.text_body).toContain(`/payment-processing/${payment.id}`)
    expect(sent[1]!.subject).toBe('Invoice INV-1001 is open again: $300.00')
    expect(sent[1]!.text_body).toContain('/pay-invoice?token=')
    const links = await payments.tenant.run((ctx) =>
      sql<{
        count: number
      }>`select count(*)::int as count from pay_links where account_id = ${ctx.accountId}`.execute(ctx.db),
    )
    expect(links.rows[0]!.count).toBe(1)
  })

  it('name the bank’s reason in the customer’s language', async () => {
    const invoice = await invoiceOf()
    await payments.tenant.run((ctx) =>
      ctx.db.updateTable('customers').set({ language: 'de' }).where('id', '=', invoice.customer.id).execute(),
    )
    await pay(portal(invoice), invoice.invoiceId, eCheckForm('300.00', '000123452227'), 'sandbox-e-check')
    for (const _day of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) {
      payments.clock.advance(DAY_MS)
      await runDueSchedules(payments.tenant)
    }
    await runNotifications()
    const mail = (await mails()).find(({ kind }) => kind === 'payments.open-again')
    expect(mail!.text_body).toContain('Die Bank hat den E-Scheck zurückgegeben.')
  })
})
