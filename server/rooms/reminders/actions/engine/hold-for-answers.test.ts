import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../../../domain/dates/durations.ts'
import { updateSettings } from '../../../accounts/testing.ts'
import {
  aDispute,
  makePromise,
  recordPromise,
  resolveDispute,
  settleAnswersOf,
  withdrawPromise,
} from '../../../answers/testing.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { listInvoices } from '../../../invoices/index.ts'
import {
  anOpenInvoice,
  cardForm,
  type OpenInvoice,
  pay,
  payLinkOf,
  paymentsFixture,
  portalOf,
} from '../../../payments/testing.ts'
import { tasksOf } from '../../../worklist/testing.ts'
import { aFlow, decisionsOf, remindersOf, sendDueOf } from '../../testing.ts'
import { listUpcoming } from '../read/list-upcoming.ts'
import { checkBeforeSending } from './check-before-sending.ts'

const payments = paymentsFixture()
const tenant = () => payments.tenant

/** An invoice of $100.00 due on 2 December, and a flow that reminds one day and eight days after it. */
async function anInvoice(): Promise<OpenInvoice> {
  payments.clock.set('2026-11-20T15:00:00Z')
  await tenant().run((ctx) => updateSettings(ctx, { system_enabled: true }))
  await tenant().run((ctx) => aFlow(ctx, [{ offset_days: 1 }, { offset_days: 8 }]))
  const customer = await tenant().run((ctx) => aCustomer(ctx, { email: 'pay@harbor.test' }))
  const invoice = await tenant().run((ctx) => anOpenInvoice(ctx, '100.00', customer, '2026-12-02'))
  return invoice
}

async function sendOn(day: string): Promise<void> {
  payments.clock.set(`${day}T15:00:00Z`)
  await settleAnswersOf(tenant())
  await sendDueOf(tenant())
}

const promise = (invoice: OpenInvoice, promised_on: string) =>
  tenant().run(
    (ctx) => makePromise(ctx, invoice.invoiceId, { promised_on, note: '' }),
    payLinkOf(payments.app, invoice),
  )
const record = (invoice: OpenInvoice, promised_on: string, amount: string | null = null) =>
  tenant().run((ctx) => recordPromise(ctx, invoice.invoiceId, { promised_on, amount, note: '' }))
/** Answers in the company's list of invoices. */
const listed = async () => {
  const query = { page: 1, page_size: 10, search: '', order_by: '-invoice_date', view: 'all' } as const
  const { results } = await tenant().run((ctx) => listInvoices(ctx, query))
  return results.map(({ promised_on, disputed }) => ({ promised_on, disputed }))
}
const decisions = ({ invoiceId }: OpenInvoice) => decisionsOf(tenant(), invoiceId)
const textOfLast = async () => (await remindersOf(tenant())).at(-1)!.text

describe('a promise to pay', () => {
  it('holds reminders until its day has passed, and then opens a task once', async () => {
    const invoice = await anInvoice()
    await promise(invoice, '2026-12-08')
    await sendOn('2026-12-03')
    await sendOn('2026-12-08')
    expect(await decisions(invoice)).toEqual(['Day 1: held promised until 2026-12-09'])
    expect(await remindersOf(tenant())).toEqual([])
    await sendOn('2026-12-09')
    await sendOn('2026-12-09')
    expect(await decisions(invoice)).toEqual(['Day 1: held promised until 2026-12-09', 'Day 1: sent'])
    expect(await tasksOf(tenant())).toEqual([
      'answer: Promise of Dec 8, 2026 was not kept (open)',
      'answer: Promised to pay by Dec 8, 2026 (done)',
    ])
  })

  it('is shown in the invoice list with a dispute, until the invoice is paid', async () => {
    const invoice = await anInvoice()
    await promise(invoice, '2026-12-08')
    await tenant().run((ctx) => aDispute(ctx, invoice.invoiceId))
    expect(await listed()).toEqual([{ promised_on: '2026-12-08', disputed: true }])
    await pay(tenant().uow(payLinkOf(payments.app, invoice)), invoice.invoiceId, cardForm('100.00'))
    expect((await listed())[0]!.promised_on).toBeNull()
  })

  it('opens one task when two workers notice at once that it was broken', async () => {
    const invoice = await anInvoice()
    await record(invoice, '2026-12-01')
    payments.clock.set('2026-12-02T15:00:00Z')
    await Promise.all([settleAnswersOf(tenant()), settleAnswersOf(tenant())])
    expect(await tasksOf(tenant())).toEqual(['answer: Promise of Dec 1, 2026 was not kept (open)'])
  })

  it('lets a later step replace those that it held', async () => {
    const invoice = await anInvoice()
    await promise(invoice, '2026-12-10')
    await sendOn('2026-12-03')
    await sendOn('2026-12-10')
    await sendOn('2026-12-11')
    expect(await decisions(invoice)).toEqual([
      'Day 1: held promised until 2026-12-11',
      'Day 1: skipped replaced',
      'Day 8: held promised until 2026-12-11',
      'Day 8: sent',
    ])
  })

  it('lets reminders go on at once when it is withdrawn, and waits for another day when it is moved', async () => {
    const invoice = await anInvoice()
    await promise(invoice, '2026-12-08')
    await sendOn('2026-12-03')
    const { promises } = await record(invoice, '2026-12-20')
    expect(promises.map(({ state }) => state)).toEqual(['open', 'withdrawn'])
    await sendOn('2026-12-04')
    await sendOn('2026-12-09')
    expect((await decisions(invoice)).at(1)).toBe('Day 1: held promised until 2026-12-21')
    expect(await remindersOf(tenant())).toEqual([])
    await tenant().run((ctx) => withdrawPromise(ctx, promises[0]!.pk, ''))
    await sendOn('2026-12-09')
    expect(await remindersOf(tenant())).toHaveLength(1)
    expect(await tasksOf(tenant())).toEqual(['answer: Promised to pay by Dec 8, 2026 (done)'])
  })

  it('is kept by a payment, also of the promised part, and then holds nothing', async () => {
    const invoice = await anInvoice()
    await record(invoice, '2026-12-20', '40.00')
    await pay(tenant().uow(portalOf(payments.app, invoice.customer.id)), invoice.invoiceId, cardForm('40.00'))
    await sendOn('2026-12-03')
    expect(await decisions(invoice)).toEqual(['Day 1: sent'])
    expect(await textOfLast()).toContain('$60.00')
    await sendOn('2026-12-21')
    expect(await tasksOf(tenant())).toEqual([])
  })

  it('is planned for the day after it', async () => {
    const invoice = await anInvoice()
    await promise(invoice, '2026-12-07')
    await sendOn('2026-12-03')
    const { results } = await tenant().run(listUpcoming)
    expect(results.map(({ day, step, held_for }) => `${day} ${step} ${held_for}`)).toEqual([
      '2026-12-08 Day 1 promised',
      '2026-12-10 Day 8 null',
    ])
  })
})

describe('a dispute', () => {
  it('holds reminders until it is resolved', async () => {
    const invoice = await anInvoice()
    const dispute = await tenant().run((ctx) => aDispute(ctx, invoice.invoiceId))
    await sendOn('2026-12-03')
    expect(await decisions(invoice)).toEqual(['Day 1: held disputed'])
    await tenant().run((ctx) => resolveDispute(ctx, dispute, 'Explained on the phone.'))
    await sendOn('2026-12-04')
    expect(await decisions(invoice)).toEqual(['Day 1: held disputed', 'Day 1: sent'])
    expect(await tasksOf(tenant())).toEqual(['answer: Disputed: the amount is wrong (done)'])
  })

  it('of a part lets the undisputed rest be reminded', async () => {
    const invoice = await anInvoice()
    await tenant().run((ctx) => aDispute(ctx, invoice.invoiceId, '30.00'))
    await sendOn('2026-12-03')
    expect(await decisions(invoice)).toEqual(['Day 1: sent'])
    expect(await textOfLast()).toContain('$70.00')
    expect(await textOfLast()).not.toContain('Remaining: $100.00')
    expect(await isSent()).toBe(true)
  })

  it('ends by itself when its invoice is paid', async () => {
    const invoice = await anInvoice()
    await tenant().run((ctx) => aDispute(ctx, invoice.invoiceId))
    await pay(
      tenant().uow(portalOf(payments.app, invoice.customer.id)),
      invoice.invoiceId,
      cardForm('100.00'),
    )
    await settleAnswersOf(tenant())
    expect(await tasksOf(tenant())).toEqual(['answer: Disputed: the amount is wrong (done)'])
  })
})

describe('an answer after the message was queued', () => {
  it('keeps a promised invoice’s message from leaving', async () => {
    const invoice = await anInvoice()
    await sendOn('2026-12-03')
    await promise(invoice, '2026-12-05')
    expect(await isSent()).toBe(false)
    payments.clock.advance(MINUTE_MS)
    await sendDueOf(tenant())
    expect(await decisions(invoice)).toEqual(['Day 1: sent', 'Day 1: held promised until 2026-12-06'])
  })

  it('writes again about the rest when a part is disputed', async () => {
    const invoice = await anInvoice()
    await sendOn('2026-12-03')
    await tenant().run((ctx) => aDispute(ctx, invoice.invoiceId, '30.00'))
    expect(await isSent()).toBe(false)
    payments.clock.advance(MINUTE_MS)
    await sendDueOf(tenant())
    expect(await textOfLast()).toContain('$70.00')
    expect(await isSent()).toBe(true)
  })
})

/** Asks whether the last reminder may leave. */
const isSent = () =>
  tenant().run(async (ctx) => {
    const { rows } = await sql<{ id: string }>`
      select id from mail_messages where account_id = ${ctx.accountId} and kind = 'reminders.reminder'
      order by created_at desc, id desc limit 1`.execute(ctx.db)
    return checkBeforeSending(ctx, rows[0]!.id)
  })
