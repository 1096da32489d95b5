import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { MINUTE_MS } from '../../../../../domain/dates/durations.ts'
import { updateSettings } from '../../../accounts/testing.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { readInvoice, updateInvoice } from '../../../invoices/index.ts'
import { aLine, draftInput } from '../../../invoices/testing.ts'
import { aConfirmedPlan, aProposal } from '../../../payment-plans/testing.ts'
import { anOpenInvoice, cardForm, pay, paymentsFixture, portalOf } from '../../../payments/testing.ts'
import { aFlow, decisionsOf, remindersOf, sendDueOf } from '../../testing.ts'
import { pauseReminders } from '../pauses/pause-reminders.ts'
import { checkBeforeSending } from './check-before-sending.ts'

const payments = paymentsFixture()
const tenant = () => payments.tenant

/** Two overdue invoices of one customer, whose reminder is queued. */
async function queueReminder() {
  payments.clock.set('2026-11-20T15:00:00Z')
  await tenant().run((ctx) => updateSettings(ctx, { system_enabled: true }))
  await tenant().run((ctx) => aFlow(ctx, [{ offset_days: 1 }]))
  const customer = await tenant().run((ctx) => aCustomer(ctx, { email: 'pay@harbor.test' }))
  const first = await tenant().run((ctx) => anOpenInvoice(ctx, '100.00', customer, '2026-12-02'))
  const second = await tenant().run((ctx) => anOpenInvoice(ctx, '50.00', customer, '2026-12-02'))
  payments.clock.set('2026-12-03T15:00:00Z')
  await sendDueOf(tenant())
  return { customer, first: first.invoiceId, second: second.invoiceId, mailId: await lastMailId() }
}

const lastMailId = () =>
  tenant().run(async (ctx) => {
    const { rows } = await sql<{ id: string }>`
      select id from mail_messages where account_id = ${ctx.accountId} and kind = 'reminders.reminder'
      order by created_at desc, id desc limit 1`.execute(ctx.db)
    return rows[0]!.id
  })
const isSent = (mailId: string) => tenant().run((ctx) => checkBeforeSending(ctx, mailId))

it('lets a message leave that says what is still true', async () => {
  const { mailId } = await queueReminder()
  expect(await isSent(mailId)).toBe(true)
})

it('cancels a message when an invoice was paid meanwhile, and writes again about the other one', async () => {
  const { mailId, customer, first, second } = await queueReminder()
  await pay(tenant().uow(portalOf(payments.app, customer.id)), first, cardForm('100.00'))
  expect(await isSent(mailId)).toBe(false)
  // The canceled message has no record any more.
  expect(await isSent(mailId)).toBe(false)
  payments.clock.advance(MINUTE_MS)
  await sendDueOf(tenant())
  expect(await decisionsOf(tenant(), first)).toEqual(['Day 1: sent', 'Day 1: skipped settled'])
  expect(await decisionsOf(tenant(), second)).toEqual(['Day 1: sent', 'Day 1: sent'])
  const [, again] = await remindersOf(tenant())
  expect(again!.text).toContain('$50.00')
  expect(again!.text).not.toContain('$150.00')
  expect(await isSent(await lastMailId())).toBe(true)
})

type Queued = Awaited<ReturnType<typeof queueReminder>>
/** Changes the second invoice, of the same amount. */
async function edit({ second, customer }: Queued, changed: { due_date?: string; customer?: string }) {
  const { revision } = await tenant().run((ctx) => readInvoice(ctx, second))
  const fields = { invoice_date: '2026-11-02', due_date: '2026-12-02', terms: 'custom' } as const
  const lines = [aLine({ unit_price: '50.00' })]
  const draft = draftInput(customer.id, { ...fields, lines, ...changed })
  await tenant().run((ctx) => updateInvoice(ctx, second, { ...draft, revision }))
}
const pause = (scope: 'customer' | 'invoice', subject: string) =>
  tenant().run((ctx) => pauseReminders(ctx, { scope, subject, until: null, note: '' }))

it.each<[string, (queued: Queued) => Promise<unknown>]>([
  [
    'an invoice was given to another customer',
    async (queued) => edit(queued, { customer: (await tenant().run((ctx) => aCustomer(ctx))).id }),
  ],
  ['an invoice became due later', (queued) => edit(queued, { due_date: '2026-12-31' })],
  ['its customer was paused', ({ customer }) => pause('customer', customer.id)],
  ['one of its invoices was paused', ({ second }) => pause('invoice', second)],
])('cancels a message when %s meanwhile', async (_, change) => {
  const queued = await queueReminder()
  payments.clock.advance(1)
  await change(queued)
  expect(await isSent(queued.mailId)).toBe(false)
})

it('cancels a message when reminders were switched off meanwhile', async () => {
  const { mailId, second } = await queueReminder()
  await tenant().run((ctx) => updateSettings(ctx, { system_enabled: false }))
  expect(await isSent(mailId)).toBe(false)
  await sendDueOf(tenant())
  expect((await decisionsOf(tenant(), second)).at(-1)).toBe('Day 1: skipped account_off')
})

it('cancels a message when a payment plan was confirmed meanwhile, and writes again about the other one', async () => {
  const { mailId, first, second } = await queueReminder()
  await tenant().run((ctx) => aProposal(ctx, [second]))
  expect(await isSent(mailId), 'a proposal holds nothing').toBe(true)
  await tenant().run((ctx) => aConfirmedPlan(ctx, [first]))
  expect(await isSent(mailId)).toBe(false)
  payments.clock.advance(MINUTE_MS)
  await sendDueOf(tenant())
  expect(await decisionsOf(tenant(), first)).toEqual(['Day 1: sent', 'Day 1: held payment_plan'])
  expect(await decisionsOf(tenant(), second)).toEqual(['Day 1: sent', 'Day 1: sent'])
})

it('lets a message leave about an invoice whose installment is late', async () => {
  const { mailId, first } = await queueReminder()
  const { pk } = await tenant().run((ctx) => aConfirmedPlan(ctx, [first]))
  await tenant().run((ctx) =>
    sql`update payment_plan_installments set due_on = due_on - 8 where account_id = ${ctx.accountId} and plan_id = ${pk}
      and number = 1`.execute(ctx.db),
  )
  expect(await isSent(mailId)).toBe(true)
})
