import { expect, it } from 'vitest'
import { updateSettings } from '../../../accounts/testing.ts'
import { updateCustomer } from '../../../customers/index.ts'
import { aCustomer, aGroup, switchReminders } from '../../../customers/testing.ts'
import {
  anOpenInvoice,
  cardForm,
  eCheckForm,
  pay,
  paymentsFixture,
  portalOf,
  refusalOf,
} from '../../../payments/testing.ts'
import { aFlow, decisionsOf, remindersOf, sendDueOf } from '../../testing.ts'
import { listFlows, readFlow } from '../flows/read-flow.ts'
import { pauseReminders } from '../pauses/pause-reminders.ts'
import { resumeReminders } from '../pauses/resume-reminders.ts'
import { listHeld } from '../read/list-held.ts'
import { nextReminderAt } from './next-due.ts'

const payments = paymentsFixture()
const tenant = () => payments.tenant

/** Ten in the morning in New York on a day, past the hour of the steps. */
const goTo = (day: string): void => payments.clock.set(`${day}T15:00:00Z`)
async function runOn(...days: string[]): Promise<void> {
  for (const day of days) {
    goTo(day)
    await sendDueOf(tenant())
  }
}

/** An account with the system on, a flow, and an invoice that is due on 2026-12-02, a Wednesday. */
async function start(
  steps: Parameters<typeof aFlow>[1],
  more: Parameters<typeof aFlow>[2] & { settings?: Parameters<typeof updateSettings>[1] } = {},
) {
  goTo('2026-11-20')
  await tenant().run((ctx) => updateSettings(ctx, { system_enabled: true, ...more.settings }))
  await tenant().run((ctx) => aFlow(ctx, steps, more))
  const customer = await tenant().run((ctx) =>
    aCustomer(ctx, { shortName: 'Harbor', email: 'pay@harbor.test' }),
  )
  return tenant().run((ctx) => anOpenInvoice(ctx, '100.00', customer, '2026-12-02'))
}

it('sends each step of an overdue invoice once', async () => {
  const { invoiceId } = await start([{ offset_days: -3 }, { offset_days: 5 }])
  await runOn(
    '2026-11-28',
    '2026-11-29',
    '2026-11-29',
    '2026-12-06',
    '2026-12-07',
    '2026-12-07',
    '2026-12-20',
  )
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Day -3: sent', 'Day 5: sent'])
  const [first, ...others] = await remindersOf(tenant())
  expect(others).toHaveLength(1)
  expect(first).toMatchObject({
    to: 'pay@harbor.test',
    subject: expect.stringMatching(/^Invoice INV-\d+ is past due$/),
  })
  expect(first!.text).toContain('/pay-invoice?token=')
})

it('waits for the hour of the step in the account’s time zone, and says when it comes', async () => {
  const { invoiceId } = await start([{ offset_days: 0 }])
  expect(await tenant().run(nextReminderAt)).toBe(Date.parse('2026-12-02T14:00:00Z'))
  payments.clock.set('2026-12-02T13:59:00Z')
  await sendDueOf(tenant())
  expect(await decisionsOf(tenant(), invoiceId)).toEqual([])
  payments.clock.set('2026-12-02T14:00:00Z')
  await sendDueOf(tenant())
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Day 0: sent'])
  expect(await tenant().run(nextReminderAt)).toBeNull()
})

it('repeats a step as often as it says', async () => {
  const { invoiceId } = await start([{ offset_days: 1, repeat_days: 7, repeat_times: 2 }])
  await runOn('2026-12-03', '2026-12-10', '2026-12-17', '2026-12-24')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual([
    'Day 1: sent',
    'Day 1 again: sent',
    'Day 1 again: sent',
  ])
})

it('holds messages of a weekend and a holiday until the next working day', async () => {
  const settings = { holding_on_weekend: true, holiday_country: 'US' }
  const { invoiceId } = await start([{ offset_days: 3 }, { offset_days: 23 }], { settings })
  await runOn('2026-12-05', '2026-12-06', '2026-12-07', '2026-12-25', '2026-12-26', '2026-12-28')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual([
    'Day 3: held weekend until 2026-12-07',
    'Day 3: sent',
    'Day 23: held holiday until 2026-12-28',
    'Day 23: sent',
  ])
})

it('never sends after payment, and ends what it held', async () => {
  const { invoiceId, customer } = await start([{ offset_days: 3 }, { offset_days: 9 }], {
    settings: { holding_on_weekend: true },
  })
  await runOn('2026-12-05')
  await pay(tenant().uow(portalOf(payments.app, customer.id)), invoiceId, cardForm('100.00'))
  await runOn('2026-12-07', '2026-12-11')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual([
    'Day 3: held weekend until 2026-12-07',
    'Day 3: skipped settled',
  ])
  expect(await remindersOf(tenant())).toEqual([])
})

it('waits while a payment is under way', async () => {
  const { invoiceId, customer } = await start([{ offset_days: 3 }])
  await pay(
    tenant().uow(portalOf(payments.app, customer.id)),
    invoiceId,
    eCheckForm('40.00'),
    'sandbox-e-check',
  )
  await runOn('2026-12-05')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Day 3: held payment_under_way'])
})

it('catches up three days after an outage, with the latest step only', async () => {
  const { invoiceId } = await start([{ offset_days: 0 }, { offset_days: 2 }, { offset_days: 10 }])
  await runOn('2026-12-05')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Day 0: skipped replaced', 'Day 2: sent'])
  await runOn('2026-12-16')
  expect((await decisionsOf(tenant(), invoiceId)).slice(2)).toEqual(['Day 10: skipped missed'])
})

it('sends nothing for days before the flow was on or the invoice was issued', async () => {
  const { customer, invoiceId } = await start([{ offset_days: -20 }, { offset_days: -12 }])
  const late = await tenant().run((ctx) => anOpenInvoice(ctx, '50.00', customer, '2026-12-01'))
  await runOn('2026-11-20')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Day -12: sent'])
  expect(await decisionsOf(tenant(), late.invoiceId)).toEqual([])
})

it('sends the invoices of a customer that reach a step together as one message', async () => {
  const { customer } = await start([{ offset_days: 3 }])
  await tenant().run((ctx) => anOpenInvoice(ctx, '250.00', customer, '2026-12-02'))
  await runOn('2026-12-05')
  const sent = await remindersOf(tenant())
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ subject: '2 invoices are past due' })
  expect(sent[0]!.text).toContain('$350.00')
})

it('keeps the gap between two messages to one customer, the later step first', async () => {
  const { customer, invoiceId } = await start([{ offset_days: 0 }, { offset_days: 4 }], { gapDays: 3 })
  const later = await tenant().run((ctx) => anOpenInvoice(ctx, '250.00', customer, '2026-12-06'))
  await runOn('2026-12-02', '2026-12-06', '2026-12-07', '2026-12-09')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Day 0: sent', 'Day 4: sent'])
  expect(await decisionsOf(tenant(), later.invoiceId)).toEqual([
    'Day 0: held gap until 2026-12-09',
    'Day 0: sent',
  ])
})

it('skips what a switch forbids, so that switching on later sends nothing of the time before', async () => {
  const { customer, invoiceId } = await start([{ offset_days: 0 }, { offset_days: 1 }, { offset_days: 2 }])
  const set = (fields: Parameters<typeof updateCustomer>[2]) =>
    tenant().run((ctx) => updateCustomer(ctx, customer.id, fields))
  await set({ reminders_status: false })
  await runOn('2026-12-02')
  await set({ reminders_status: true })
  await tenant().run((ctx) => updateSettings(ctx, { system_enabled: false }))
  await runOn('2026-12-03')
  await tenant().run((ctx) => updateSettings(ctx, { system_enabled: true }))
  await runOn('2026-12-03', '2026-12-04')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual([
    'Day 0: skipped customer_off',
    'Day 1: skipped account_off',
    'Day 2: sent',
  ])
})

it('holds paused invoices and customers, and sends the latest step when they are resumed', async () => {
  const { customer, invoiceId } = await start([{ offset_days: 0 }, { offset_days: 4 }, { offset_days: 8 }])
  await tenant().run((ctx) =>
    pauseReminders(ctx, {
      scope: 'invoice',
      subject: invoiceId,
      until: '2026-12-08',
      note: 'New bookkeeper',
    }),
  )
  await runOn('2026-12-02', '2026-12-06', '2026-12-08')
  await tenant().run((ctx) =>
    pauseReminders(ctx, { scope: 'customer', subject: customer.id, until: null, note: '' }),
  )
  await runOn('2026-12-10')
  await tenant().run((ctx) => resumeReminders(ctx, 'customer', customer.id))
  await runOn('2026-12-11')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual([
    'Day 0: held invoice_paused until 2026-12-08',
    'Day 0: skipped replaced',
    'Day 4: held invoice_paused until 2026-12-08',
    'Day 4: sent',
    'Day 8: held customer_paused',
    'Day 8: sent',
  ])
})

it('sends on the next day what a pause held until a later one, once the pause is ended or shortened', async () => {
  const ended = await start([{ offset_days: 0 }])
  const shortened = await tenant().run((ctx) => anOpenInvoice(ctx, '80.00', ended.customer, '2026-12-02'))
  const pause = (subject: string, until: string) =>
    tenant().run((ctx) => pauseReminders(ctx, { scope: 'invoice', subject, until, note: '' }))
  await pause(ended.invoiceId, '2026-12-20')
  await pause(shortened.invoiceId, '2026-12-20')
  await runOn('2026-12-02')
  await tenant().run((ctx) => resumeReminders(ctx, 'invoice', ended.invoiceId))
  await pause(shortened.invoiceId, '2026-12-04')
  await runOn('2026-12-03', '2026-12-04')
  const held = 'Day 0: held invoice_paused until 2026-12'
  expect(await decisionsOf(tenant(), ended.invoiceId)).toEqual([`${held}-20`, 'Day 0: sent'])
  expect(await decisionsOf(tenant(), shortened.invoiceId)).toEqual([
    `${held}-20`,
    `${held}-04`,
    'Day 0: sent',
  ])
})

it('holds what a paused flow would send, and sends it from the day on until which the flow was paused', async () => {
  const { customer, invoiceId } = await start([{ offset_days: 0 }, { offset_days: 12 }])
  const group = await tenant().run((ctx) => aGroup(ctx))
  await tenant().run((ctx) => aFlow(ctx, [{ offset_days: 0 }], { groups: [group], name: 'Others' }))
  const ofGroup = await tenant().run((ctx) => aCustomer(ctx, { groupId: group }))
  const other = await tenant().run((ctx) => anOpenInvoice(ctx, '80.00', ofGroup, '2026-12-02'))
  const flow = (await tenant().run(listFlows)).results.find(({ name }) => name === 'Standard')!
  const pause = (until: string) =>
    tenant().run((ctx) => pauseReminders(ctx, { scope: 'flow', subject: flow.pk, until, note: 'New prices' }))
  expect((await refusalOf(pause('2026-11-20'))).fields).toEqual({ until: ['Choose a day after today.'] })
  await pause('2026-12-08')
  await runOn('2026-12-02')
  expect(await tenant().run((ctx) => readFlow(ctx, flow.pk))).toMatchObject({
    is_on: true,
    pause: { until: '2026-12-08', note: 'New prices' },
  })
  const { results } = await tenant().run((ctx) => listHeld(ctx, { page: 1, page_size: 10 }))
  expect(results).toMatchObject([
    { customer: { pk: customer.id }, reason: 'flow_paused', held_until: '2026-12-08', note: 'New prices' },
  ])
  await runOn('2026-12-07', '2026-12-08')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual([
    'Day 0: held flow_paused until 2026-12-08',
    'Day 0: sent',
  ])
  expect(await decisionsOf(tenant(), other.invoiceId)).toEqual(['Day 0: sent'])
  expect((await tenant().run((ctx) => readFlow(ctx, flow.pk))).pause).toBeNull()
})

it('lists as held what the customer’s flow of today holds, once', async () => {
  const { customer, invoiceId } = await start([{ offset_days: 0 }])
  const group = await tenant().run((ctx) => aGroup(ctx))
  await tenant().run((ctx) =>
    aFlow(ctx, [{ id: 'other', offset_days: 0 }], { groups: [group], name: 'Others' }),
  )
  await tenant().run((ctx) =>
    pauseReminders(ctx, { scope: 'customer', subject: customer.id, until: null, note: '' }),
  )
  await runOn('2026-12-02')
  await tenant().run((ctx) => updateCustomer(ctx, customer.id, { group }))
  await runOn('2026-12-03')
  const { count, results } = await tenant().run((ctx) => listHeld(ctx, { page: 1, page_size: 10 }))
  expect({ count, invoices: results.map(({ invoice }) => invoice.pk) }).toEqual({
    count: 1,
    invoices: [invoiceId],
  })
})

it('skips small amounts, and holds what has no address until there is one', async () => {
  const { customer, invoiceId } = await start([
    { offset_days: 0, min_remaining: '100.01' },
    { offset_days: 1 },
  ])
  const set = (email: string) => tenant().run((ctx) => updateCustomer(ctx, customer.id, { email }))
  await set('')
  await runOn('2026-12-02', '2026-12-03')
  await set('new@harbor.test')
  await runOn('2026-12-09')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual([
    'Day 0: skipped below_minimum',
    'Day 1: held no_address',
    'Day 1: sent',
  ])
  expect((await remindersOf(tenant())).map(({ to }) => to)).toEqual(['new@harbor.test'])
})

it('uses the flow of the customer’s group instead of the one for everyone else', async () => {
  const { customer, invoiceId } = await start([{ offset_days: 0 }])
  const group = await tenant().run((ctx) => aGroup(ctx))
  await tenant().run((ctx) => aFlow(ctx, [{ offset_days: 1 }], { groups: [group], name: 'Firm' }))
  await tenant().run((ctx) => updateCustomer(ctx, customer.id, { group }))
  await runOn('2026-12-02', '2026-12-03')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Day 1: sent'])
})

it('skips the customers of a group whose reminders are off', async () => {
  const { customer, invoiceId } = await start([{ offset_days: 0 }, { offset_days: 1 }])
  const group = await tenant().run((ctx) => aGroup(ctx))
  await tenant().run((ctx) => updateCustomer(ctx, customer.id, { group }))
  await tenant().run((ctx) => switchReminders(ctx, group, false))
  await runOn('2026-12-02')
  await tenant().run((ctx) => switchReminders(ctx, group, true))
  await runOn('2026-12-03')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Day 0: skipped group_off', 'Day 1: sent'])
})

it('sends once when two workers run at the same time', async () => {
  const { customer, invoiceId } = await start([{ offset_days: 0 }])
  for (let more = 0; more < 5; more++)
    await tenant().run((ctx) => anOpenInvoice(ctx, '10.00', customer, '2026-12-02'))
  goTo('2026-12-02')
  await Promise.all([sendDueOf(tenant()), sendDueOf(tenant()), sendDueOf(tenant())])
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Day 0: sent'])
  expect(await remindersOf(tenant())).toHaveLength(1)
})
