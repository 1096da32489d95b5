import { expect, it } from 'vitest'
import { updateSettings } from '../../../accounts/testing.ts'
import { aCustomer } from '../../../customers/testing.ts'
import {
  anOpenInvoice,
  cardForm,
  pay,
  paymentsFixture,
  portalOf,
  refusalOf,
} from '../../../payments/testing.ts'
import { findRehearsal } from '../../store/rehearsals.ts'
import { aFlow, aReminderFlow, remindersOf, sendDueOf } from '../../testing.ts'
import { updateFlow } from '../flows/update-flow.ts'
import { listUpcoming } from '../read/list-upcoming.ts'
import { listRehearsed } from './list-rehearsed.ts'
import { readRehearsal } from './read-rehearsal.ts'
import { runRehearsal } from './run-rehearsal.ts'
import { showRehearsed } from './show-rehearsed.ts'
import { startRehearsal } from './start-rehearsal.ts'

const payments = paymentsFixture()
const tenant = () => payments.tenant
const goTo = (day: string): void => payments.clock.set(`${day}T15:00:00Z`)

async function rehearse(flow: string, period: 'past' | 'future') {
  await tenant().run((ctx) => startRehearsal(ctx, flow, period))
  const row = await tenant().run((ctx) => findRehearsal(ctx, flow))
  await runRehearsal(tenant().uow({ kind: 'system', job: 'test' }), row!.id)
  return (await tenant().run((ctx) => readRehearsal(ctx, flow))).rehearsal!
}
const list = (flow: string, outcome: 'sent' | 'held', more = {}) =>
  tenant().run(async (ctx) =>
    (await listRehearsed(ctx, flow, { page: 1, page_size: 50, outcome, ...more })).results.map(
      (row) => `${row.day} ${row.step} ${row.remaining}${row.reason === null ? '' : ` ${row.reason}`}`,
    ),
  )

/** A flow, as a rule with steps one day and ten days after the due date, and an invoice due on Wednesday, 2026-12-02. */
async function start(steps: Parameters<typeof aFlow>[1] = [{ offset_days: 1 }, { offset_days: 10 }]) {
  goTo('2026-11-20')
  await tenant().run((ctx) => updateSettings(ctx, { system_enabled: true, holding_on_weekend: true }))
  const flow = await tenant().run((ctx) => aFlow(ctx, steps, { gapDays: 2 }))
  const open = await tenant().run(async (ctx) =>
    anOpenInvoice(ctx, '100.00', await aCustomer(ctx, { shortName: 'Harbor' }), '2026-12-02'),
  )
  return { flow, ...open }
}

it('plays past months over what was owed on each day, and sends nothing', async () => {
  const { flow, customer, invoiceId } = await start()
  goTo('2026-12-08')
  await pay(tenant().uow(portalOf(payments.app, customer.id)), invoiceId, cardForm('40.00'))
  goTo('2027-02-01')
  const { result, ...state } = await rehearse(flow.pk, 'past')
  expect(state).toMatchObject({ state: 'done', from: '2026-02-01', until: '2027-01-31', customers_done: 1 })
  expect(result).toMatchObject({
    messages: 2,
    customers: 1,
    invoices: 1,
    invoices_total: 1,
    held: 1,
    most_in_30_days: 2,
    live: { messages: 2, held: 1 },
    broken: { twice: 0, after_payment: 0, day_off: 0, gap: 0 },
    days: [
      { day: '2026-12-03', before_due: 0, after_due: 1 },
      { day: '2026-12-14', before_due: 0, after_due: 1 },
    ],
    reasons: [{ reason: 'weekend', count: 1 }],
    top_customers: [{ short_name: 'Harbor', messages: 2 }],
  })
  expect(await list(flow.pk, 'sent')).toEqual(['2026-12-03 Day 1 100.00', '2026-12-14 Day 10 60.00'])
  expect(await list(flow.pk, 'held')).toEqual(['2026-12-12 Day 10 60.00 weekend'])
  expect(await list(flow.pk, 'sent', { from: '2026-12-04', customer: customer.id })).toHaveLength(1)
  expect(await list(flow.pk, 'held', { reason: 'holiday' })).toEqual([])
  expect(await remindersOf(tenant())).toEqual([])
})

it('shows a message as it would have been read on its day', async () => {
  const { flow } = await start()
  goTo('2027-02-01')
  await rehearse(flow.pk, 'past')
  const page = await tenant().run((ctx) =>
    listRehearsed(ctx, flow.pk, { page: 1, page_size: 10, outcome: 'sent' }),
  )
  const mail = await tenant().run((ctx) => showRehearsed(ctx, flow.pk, page.results[0]!.pk))
  expect(mail.subject).toMatch(/is past due$/)
  expect(mail.html).toContain('$100.00')
  const other = await tenant().run((ctx) => aReminderFlow(ctx, 'draft'))
  const elsewhere = tenant().run((ctx) => showRehearsed(ctx, other.pk, page.results[0]!.pk))
  expect((await refusalOf(elsewhere)).code).toBe('not_found')
})

it('rehearses thank-yous, and shows what they would have said', async () => {
  const { flow, customer, invoiceId } = await start([{ anchor: 'paid', offset_days: 2, name: 'Thank you' }])
  goTo('2026-12-07')
  await pay(tenant().uow(portalOf(payments.app, customer.id)), invoiceId, cardForm('100.00'))
  goTo('2027-02-01')
  expect((await rehearse(flow.pk, 'past')).result).toMatchObject({ messages: 1, invoices_total: 1 })
  const { results } = await tenant().run((ctx) =>
    listRehearsed(ctx, flow.pk, { page: 1, page_size: 10, outcome: 'sent' }),
  )
  expect(results).toMatchObject([{ day: '2026-12-09', remaining: '100.00' }])
  const mail = await tenant().run((ctx) => showRehearsed(ctx, flow.pk, results[0]!.pk))
  expect(mail.subject).toMatch(/thank you/i)
  expect(mail.html).toContain('$100.00')
})

it('agrees with the list of upcoming reminders about the next days, after some were sent', async () => {
  const { flow } = await start()
  goTo('2026-12-03')
  await sendDueOf(tenant())
  await rehearse(flow.pk, 'future')
  const upcoming = (await tenant().run(listUpcoming)).results.map(
    (row) => `${row.day} ${row.step} ${row.remaining}`,
  )
  expect(upcoming).toEqual(['2026-12-14 Day 10 100.00'])
  expect(await list(flow.pk, 'sent')).toEqual(upcoming)
})

it('plays the draft and compares it with the live version, until the flow is changed', async () => {
  const { flow } = await start()
  const draft = { ...flow.live!, steps: flow.live!.steps.slice(0, 1) }
  const { gap_days, steps } = draft
  const changed = await tenant().run((ctx) =>
    updateFlow(ctx, flow.pk, {
      revision: flow.revision,
      name: flow.name,
      covers: 'everyone_else',
      groups: [],
      draft: { gap_days, steps },
    }),
  )
  goTo('2027-02-01')
  expect(await rehearse(flow.pk, 'past')).toMatchObject({
    is_current: true,
    result: { messages: 1, live: { messages: 2 } },
  })
  await tenant().run((ctx) =>
    updateFlow(ctx, flow.pk, {
      revision: changed.revision,
      name: flow.name,
      covers: 'everyone_else',
      groups: [],
      draft: { gap_days: 9, steps },
    }),
  )
  const now = await tenant().run((ctx) => readRehearsal(ctx, flow.pk))
  expect(now.rehearsal!.is_current).toBe(false)
})

it('goes on after an interruption, and stops when another rehearsal was started', async () => {
  const { flow } = await start()
  goTo('2027-02-01')
  await tenant().run((ctx) => startRehearsal(ctx, flow.pk, 'past'))
  const first = await tenant().run((ctx) => findRehearsal(ctx, flow.pk))
  const again = await rehearse(flow.pk, 'past')
  await runRehearsal(tenant().uow({ kind: 'system', job: 'test' }), first!.id)
  expect((await tenant().run((ctx) => readRehearsal(ctx, flow.pk))).rehearsal).toEqual(again)
})

it('refuses a flow without steps and one that is unknown', async () => {
  const { flow, invoiceId } = await start()
  const empty = await tenant().run((ctx) =>
    updateFlow(ctx, flow.pk, {
      revision: flow.revision,
      name: flow.name,
      covers: 'everyone_else',
      groups: [],
      draft: { gap_days: 2, steps: [] },
    }),
  )
  expect((await refusalOf(tenant().run((ctx) => startRehearsal(ctx, empty.pk, 'past')))).code).toBe(
    'wrong_state',
  )
  expect((await refusalOf(tenant().run((ctx) => startRehearsal(ctx, invoiceId, 'past')))).code).toBe(
    'not_found',
  )
})
