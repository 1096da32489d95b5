import { expect, it } from 'vitest'
import { newId } from '../../../../platform/ids.ts'
import { updateSettings } from '../../../accounts/testing.ts'
import { applyCreditMemo } from '../../../credit-memos/index.ts'
import { aCreditMemo } from '../../../credit-memos/testing.ts'
import { updateCustomer } from '../../../customers/index.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { aMark } from '../../../email-addresses/testing.ts'
import { writeOffInvoice } from '../../../invoices/index.ts'
import { refundPayment } from '../../../payments/index.ts'
import { anOpenInvoice, cardForm, pay, paymentsFixture, portalOf } from '../../../payments/testing.ts'
import { aFlow, decisionsOf, remindersOf, sendDueOf, thanksOf } from '../../testing.ts'
import { checkThanksBeforeSending } from '../engine/check-before-sending.ts'
import { nextReminderAt } from '../engine/next-due.ts'
import { publishFlow } from '../flows/publish-flow.ts'
import { updateFlow } from '../flows/update-flow.ts'
import { listHeld } from '../read/list-held.ts'
import { listSent } from '../read/list-sent.ts'
import { listUpcoming } from '../read/list-upcoming.ts'

const payments = paymentsFixture()
const tenant = () => payments.tenant
const PAGE = { page: 1, page_size: 10 }
const THANKS = { offset_days: 1, anchor: 'paid', name: 'Thank you' } as const

/** Ten in the morning in New York on a day, past the hour of the steps. */
const goTo = (day: string): void => payments.clock.set(`${day}T15:00:00Z`)
async function runOn(...days: string[]): Promise<void> {
  for (const day of days) {
    goTo(day)
    await sendDueOf(tenant())
  }
}

/** An account with the system on, a flow with a thank-you, and an invoice over 100.00. */
async function start(steps: Parameters<typeof aFlow>[1] = [THANKS], more: Parameters<typeof aFlow>[2] = {}) {
  goTo('2026-11-20')
  await tenant().run((ctx) => updateSettings(ctx, { system_enabled: true }))
  const flow = await tenant().run((ctx) => aFlow(ctx, steps, more))
  const customer = await tenant().run((ctx) =>
    aCustomer(ctx, { shortName: 'Harbor', email: 'pay@harbor.test' }),
  )
  const { invoiceId } = await tenant().run((ctx) => anOpenInvoice(ctx, '100.00', customer, '2026-12-20'))
  const payOn = async (day: string, amount = '100.00', invoice = invoiceId): Promise<string> => {
    goTo(day)
    const uow = tenant().uow(portalOf(payments.app, customer.id))
    return (await pay(uow, invoice, cardForm(amount))).id
  }
  return { customer, invoiceId, flow, payOn }
}

const refund = (paymentId: string, total = '100.00') =>
  refundPayment(tenant().uow(), paymentId, {
    total,
    total_currency: 'USD',
    request_id: `refund-${newId(0)}`,
    reason: '',
  })

it('thanks once for an invoice, on the day after its last payment, without a link that pays', async () => {
  const { invoiceId, payOn } = await start()
  await payOn('2026-11-30', '40.00')
  await runOn('2026-12-01')
  await payOn('2026-12-02', '60.00')
  await runOn('2026-12-02')
  expect(await thanksOf(tenant())).toEqual([])
  expect(await tenant().run(nextReminderAt)).toBe(Date.parse('2026-12-03T14:00:00Z'))
  await runOn('2026-12-03', '2026-12-03', '2026-12-04')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Thank you: sent'])
  const [mail, ...others] = await thanksOf(tenant())
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: 'pay@harbor.test', subject: 'Thank you for paying invoice INV-1001' })
  expect(mail!.text).toContain('Invoice INV-1001 is paid in full. Thank you for paying $100.00.')
  expect(mail!.text).toContain('Invoice INV-1001, paid Dec 2, 2026')
  for (const text of [mail!.text, mail!.html]) expect(text).not.toContain('/pay-invoice')
  const sent = await tenant().run((ctx) => listSent(ctx, PAGE))
  expect(sent.results).toMatchObject([{ is_thanks: true, remaining: '100.00', paid: '0.00', sender: null }])
})

it('sends one message for all invoices of a customer that reach the step on a day', async () => {
  const { customer, invoiceId, payOn } = await start()
  const second = await tenant().run((ctx) => anOpenInvoice(ctx, '250.00', customer, '2026-12-20'))
  await payOn('2026-12-02')
  await payOn('2026-12-02', '250.00', second.invoiceId)
  await runOn('2026-12-03')
  const sent = await thanksOf(tenant())
  expect(sent.map(({ subject }) => subject)).toEqual(['Thank you for paying 2 invoices'])
  expect(sent[0]!.text).toContain('$350.00')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Thank you: sent'])
  expect(await decisionsOf(tenant(), second.invoiceId)).toEqual(['Thank you: sent'])
})

it('thanks once when three workers run at the same time', async () => {
  const { invoiceId, payOn } = await start()
  await payOn('2026-12-02')
  goTo('2026-12-03')
  await Promise.all([sendDueOf(tenant()), sendDueOf(tenant()), sendDueOf(tenant())])
  expect(await thanksOf(tenant())).toHaveLength(1)
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Thank you: sent'])
})

it('thanks in the customer’s language', async () => {
  const { customer, payOn } = await start()
  await tenant().run((ctx) => updateCustomer(ctx, customer.id, { language: 'de' }))
  await payOn('2026-12-02')
  await runOn('2026-12-03')
  expect((await thanksOf(tenant())).map(({ subject }) => subject)).toEqual([
    'Danke für die Zahlung der Rechnung INV-1001',
  ])
})

it('does not thank for an invoice that was paid before the step was live', async () => {
  const { customer, invoiceId, flow, payOn } = await start([{ offset_days: 3 }])
  await payOn('2026-11-24')
  goTo('2026-11-25')
  const [step] = flow.live!.steps
  const thanks = {
    ...step!,
    id: 'step-thank-you',
    name: 'Thank you',
    anchor: 'paid',
    offset_days: 1,
    template: null,
  } as const
  await tenant().run(async (ctx) => {
    const { pk, name, covers, revision } = flow
    const draft = { gap_days: 0, steps: [step!, thanks] }
    const saved = await updateFlow(ctx, pk, { name, covers, revision, groups: [], draft })
    await publishFlow(ctx, pk, saved.revision)
  })
  const later = await tenant().run((ctx) => anOpenInvoice(ctx, '10.00', customer, '2026-12-20'))
  await payOn('2026-11-25', '10.00', later.invoiceId)
  await runOn('2026-11-25', '2026-11-26')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual([])
  expect(await decisionsOf(tenant(), later.invoiceId)).toEqual(['Thank you: sent'])
})

it('does not thank for what credits, a write-off or a refunded payment settled', async () => {
  const { customer, invoiceId, payOn } = await start()
  const off = await tenant().run((ctx) => anOpenInvoice(ctx, '100.00', customer, '2026-12-20'))
  const again = await tenant().run((ctx) => anOpenInvoice(ctx, '100.00', customer, '2026-12-20'))
  await payOn('2026-12-02', '40.00', off.invoiceId)
  await tenant().run((ctx) => writeOffInvoice(ctx, off.invoiceId, ''))
  await refund(await payOn('2026-12-02', '100.00', again.invoiceId))
  for (const invoice of [invoiceId, again.invoiceId]) {
    const memo = await tenant().run((ctx) => aCreditMemo(ctx, { customer: customer.id, total: '100.00' }))
    await tenant().run((ctx) =>
      applyCreditMemo(ctx, memo.id, { invoice, amount: '100.00', request_id: `credit-${newId(0)}` }),
    )
  }
  await runOn('2026-12-03', '2026-12-04')
  expect(await thanksOf(tenant())).toEqual([])
})

it('does not thank when the payment was refunded before the day', async () => {
  const { invoiceId, payOn } = await start()
  await refund(await payOn('2026-12-02'), '0.01')
  await runOn('2026-12-03')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual([])
})

it('cancels a queued message whose payment was refunded before it left', async () => {
  const { invoiceId, payOn } = await start()
  const payment = await payOn('2026-12-02')
  await runOn('2026-12-03')
  const [mail] = await thanksOf(tenant())
  const leaves = () => tenant().run((ctx) => checkThanksBeforeSending(ctx, mail!.id))
  expect(await leaves()).toBe(true)
  await refund(payment)
  expect(await leaves()).toBe(false)
  await sendDueOf(tenant())
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Thank you: sent', 'Thank you: skipped open_again'])
  expect((await tenant().run((ctx) => listSent(ctx, PAGE))).results).toEqual([])
})

it('is canceled at the door when reminders were switched off or the reader unsubscribed', async () => {
  const { payOn } = await start()
  await payOn('2026-12-02')
  await runOn('2026-12-03')
  const [mail] = await thanksOf(tenant())
  await tenant().run((ctx) => aMark(ctx, 'pay@harbor.test', 'unsubscribed'))
  expect(await tenant().run((ctx) => checkThanksBeforeSending(ctx, mail!.id))).toBe(false)
})

it.each([
  ['customer_off', { reminders_status: false }],
  ['customer_inactive', { is_active: false }],
] as const)('is skipped with %s', async (reason, fields) => {
  const { customer, invoiceId, payOn } = await start()
  await payOn('2026-12-02')
  await tenant().run((ctx) => updateCustomer(ctx, customer.id, fields))
  await runOn('2026-12-03')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual([`Thank you: skipped ${reason}`])
})

it('is skipped while the account is off', async () => {
  const { invoiceId, payOn } = await start()
  await payOn('2026-12-02')
  await tenant().run((ctx) => updateSettings(ctx, { system_enabled: false }))
  await runOn('2026-12-03')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Thank you: skipped account_off'])
})

it('is held for an address that bounced, shown, and given up after two weeks', async () => {
  const { invoiceId, payOn } = await start()
  await tenant().run((ctx) => aMark(ctx, 'pay@harbor.test', 'bounced'))
  await payOn('2026-12-02')
  await runOn('2026-12-03')
  const held = await tenant().run((ctx) => listHeld(ctx, PAGE))
  expect(held.results).toMatchObject([{ is_thanks: true, remaining: '100.00', reason: 'bounced' }])
  await runOn('2026-12-17', '2026-12-18')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual([
    'Thank you: held bounced',
    'Thank you: skipped missed',
  ])
  expect(await thanksOf(tenant())).toEqual([])
})

it('waits for the end of a weekend, and is missed after an outage of more than three days', async () => {
  const { invoiceId, payOn, customer } = await start()
  await tenant().run((ctx) => updateSettings(ctx, { holding_on_weekend: true }))
  await payOn('2026-12-04')
  await runOn('2026-12-05', '2026-12-07')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual([
    'Thank you: held weekend until 2026-12-07',
    'Thank you: sent',
  ])
  const late = await tenant().run((ctx) => anOpenInvoice(ctx, '10.00', customer, '2026-12-20'))
  await payOn('2026-12-07', '10.00', late.invoiceId)
  await runOn('2026-12-14')
  expect(await decisionsOf(tenant(), late.invoiceId)).toEqual(['Thank you: skipped missed'])
})

it('waits for the gap after a reminder of another invoice, which goes first', async () => {
  const { customer, invoiceId, payOn } = await start([{ offset_days: 3 }, THANKS], { gapDays: 3 })
  const other = await tenant().run((ctx) => anOpenInvoice(ctx, '50.00', customer, '2026-11-30'))
  await payOn('2026-12-02')
  await runOn('2026-12-03', '2026-12-06')
  expect(await remindersOf(tenant())).toHaveLength(1)
  expect(await decisionsOf(tenant(), other.invoiceId)).toEqual(['Day 3: sent'])
  expect(await decisionsOf(tenant(), invoiceId)).toEqual([
    'Thank you: held gap until 2026-12-06',
    'Thank you: sent',
  ])
})

it('skips small payments', async () => {
  const { invoiceId, payOn } = await start([{ ...THANKS, min_remaining: '100.01' }])
  await payOn('2026-12-02')
  await runOn('2026-12-03')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Thank you: skipped below_minimum'])
})

it('is listed as upcoming once the invoice is paid', async () => {
  const { payOn } = await start()
  const upcoming = async () => (await tenant().run(listUpcoming)).results
  expect(await upcoming()).toEqual([])
  await payOn('2026-12-02')
  expect(await upcoming()).toMatchObject([
    { day: '2026-12-03', step: 'Thank you', is_thanks: true, remaining: '100.00' },
  ])
})

it('opens a task about the payment, which stays open', async () => {
  const { invoiceId, payOn } = await start([
    { ...THANKS, kind: 'task', text: 'Thank {{ customer.name }} for {{ totals.paid }}.' },
  ])
  await payOn('2026-12-02')
  await runOn('2026-12-03', '2026-12-04')
  const tasks = await tenant().run((ctx) => ctx.db.selectFrom('tasks').selectAll().execute())
  expect(tasks).toMatchObject([
    { status: 'open', reason: 'INV-1001, paid Dec 2, 2026.', note: 'Thank Harbor for $100.00.' },
  ])
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Thank you: sent'])
})
