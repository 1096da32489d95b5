import { expect, it } from 'vitest'
import { REASON_TEXTS } from '../../../../../domain/reminders/reason-texts.ts'
import { rowsOfExport } from '../../../../../testing/exports/rows-of-export.ts'
import { updateSettings } from '../../../accounts/testing.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { markLinkOpened, resolvePayLink } from '../../../invoices/index.ts'
import {
  anOpenInvoice,
  cardForm,
  pay,
  paymentsFixture,
  portalOf,
  refusalOf,
} from '../../../payments/testing.ts'
import { aFlow, remindersOf, sendDueOf } from '../../testing.ts'
import { readFigures } from '../flows/read-figures.ts'
import { pauseReminders } from '../pauses/pause-reminders.ts'
import { exportHeld, exportSent, exportUpcoming } from './export-reminders.ts'
import { listDecisionsOfCustomer } from './list-decisions.ts'
import { listSent } from './list-sent.ts'

const payments = paymentsFixture()
const tenant = () => payments.tenant

/** A reminder of 2026-12-03 about 100.00. */
async function aSentReminder() {
  payments.clock.set('2026-11-20T15:00:00Z')
  await tenant().run((ctx) => updateSettings(ctx, { system_enabled: true }))
  await tenant().run((ctx) => aFlow(ctx, [{ offset_days: 1 }]))
  const customer = await tenant().run((ctx) => aCustomer(ctx, { shortName: 'Harbor' }))
  const open = await tenant().run((ctx) => anOpenInvoice(ctx, '100.00', customer, '2026-12-02'))
  payments.clock.set('2026-12-03T15:00:00Z')
  await sendDueOf(tenant())
  return open
}

const sent = async () =>
  (await tenant().run((ctx) => listSent(ctx, { page: 1, page_size: 10 }))).results.map(
    ({ opened_at, paid }) => ({
      opened_at,
      paid,
    }),
  )

it('returns when a pay link of a reminder was opened first, and what was paid since', async () => {
  const { customer, invoiceId } = await aSentReminder()
  expect(await sent()).toEqual([{ opened_at: null, paid: '0.00' }])
  const counted = async (match: Record<string, string>) =>
    (await tenant().run((ctx) => listSent(ctx, { page: 1, page_size: 10, ...match }))).count
  expect(await counted({ customer: customer.id, filter_sent: '2026-12-03' })).toBe(1)
  expect(await counted({ customer: invoiceId })).toBe(0)
  expect(await counted({ exclude_sent_lte: '2026-12-03' })).toBe(0)
  const [mail] = await remindersOf(tenant())
  const [, token] = /pay-invoice\?token=([\w-]+)/.exec(mail!.text)!
  payments.clock.set('2026-12-04T15:00:00Z')
  await tenant().run(async (ctx) => {
    const link = await resolvePayLink(ctx, token!)
    await markLinkOpened(ctx, link!.payLinkId)
  })
  payments.clock.set('2026-12-05T15:00:00Z')
  await pay(tenant().uow(portalOf(payments.app, customer.id)), invoiceId, cardForm('40.00'))
  expect(await sent()).toEqual([{ opened_at: '2026-12-04T15:00:00.000Z', paid: '40.00' }])
})

it('counts what the steps of a flow sent and which messages a payment followed, and lists one step alone', async () => {
  payments.clock.set('2026-11-20T15:00:00Z')
  await tenant().run((ctx) => updateSettings(ctx, { system_enabled: true, holding_on_weekend: true }))
  const flow = await tenant().run((ctx) =>
    aFlow(ctx, [{ offset_days: 1 }, { offset_days: 5 }, { offset_days: 6, kind: 'task', text: 'Call' }]),
  )
  const open = async (name: string) => {
    const customer = await tenant().run((ctx) => aCustomer(ctx, { shortName: name }))
    return tenant().run((ctx) => anOpenInvoice(ctx, '100.00', customer, '2026-12-02'))
  }
  const [soon, late] = [await open('Soon'), await open('Late')]
  await open('Never')
  const payOn = async (day: string, { customer, invoiceId }: typeof soon) => {
    payments.clock.set(`${day}T16:00:00Z`)
    await pay(tenant().uow(portalOf(payments.app, customer.id)), invoiceId, cardForm('40.00'))
  }
  for (const day of ['2026-12-03', '2026-12-07', '2026-12-08']) {
    payments.clock.set(`${day}T15:00:00Z`)
    await sendDueOf(tenant())
    if (day === '2026-12-03') await payOn('2026-12-04', soon)
  }
  // The eighth day after the first message, and the fourth after the second.
  await payOn('2026-12-11', late)
  const { steps, ...days } = await tenant().run((ctx) => readFigures(ctx, flow.pk))
  const idOf = (name: string) => flow.live!.steps.find((step) => step.name === name)!.id
  expect(steps.toSorted((a, b) => a.paid - b.paid || b.sent - a.sent)).toEqual(
    [
      { step: idOf('Day 6'), sent: 3, paid: 0 },
      { step: idOf('Day 1'), sent: 3, paid: 1 },
      { step: idOf('Day 5'), sent: 3, paid: 1 },
    ].toSorted((a, b) => a.paid - b.paid || b.sent - a.sent),
  )
  expect(days.weekends).toBe(true)
  const ofStep = await tenant().run((ctx) => listSent(ctx, { page: 1, page_size: 10, step: idOf('Day 5') }))
  expect(ofStep.results.map(({ step }) => step)).toEqual(['Day 5', 'Day 5', 'Day 5'])
  const exported = await rowsOfExport(exportSent(tenant().uow(), { format: 'csv', step: idOf('Day 1') }))
  expect(exported.map((row) => row.Step)).toEqual(['Day 1', 'Day 1', 'Day 1'])
  const unknown = tenant().run((ctx) => readFigures(ctx, soon.invoiceId))
  expect((await refusalOf(unknown)).code).toBe('not_found')
})

it('lists the decisions about a customer’s invoices, with their pause', async () => {
  const { customer, invoiceId } = await aSentReminder()
  const pause = { until: null, note: 'Call first' }
  await tenant().run((ctx) => pauseReminders(ctx, { scope: 'customer', subject: customer.id, ...pause }))
  const listed = await tenant().run((ctx) => listDecisionsOfCustomer(ctx, customer.id))
  expect(listed).toMatchObject({
    results: [{ step: 'Day 1', outcome: 'sent', reason: null, invoice: { pk: invoiceId } }],
    pause,
  })
  const unknown = tenant().run((ctx) => listDecisionsOfCustomer(ctx, invoiceId))
  expect((await refusalOf(unknown)).code).toBe('not_found')
})

it('exports what was sent and what is held, with the reason in words', async () => {
  const { customer } = await aSentReminder()
  const [sentRow] = await rowsOfExport(exportSent(tenant().uow(), { format: 'csv' }))
  expect(sentRow).toMatchObject({
    Customer: 'Harbor',
    Kind: 'Reminder',
    Remaining: '100.00',
    'Paid since': '0.00',
  })
  await tenant().run((ctx) =>
    pauseReminders(ctx, { scope: 'customer', subject: customer.id, until: null, note: '=Call' }),
  )
  await tenant().run((ctx) => anOpenInvoice(ctx, '50.00', customer, '2026-12-04'))
  payments.clock.set('2026-12-05T15:00:00Z')
  await sendDueOf(tenant())
  payments.clock.set('2026-12-08T15:00:00Z')
  await sendDueOf(tenant())
  const upcoming = await rowsOfExport(exportUpcoming(tenant().uow(), { format: 'csv' }))
  expect(upcoming.every((row) => row.Customer === 'Harbor')).toBe(true)
  const held = await rowsOfExport(exportHeld(tenant().uow(), { format: 'csv' }))
  expect(held).toEqual([
    expect.objectContaining({
      Customer: 'Harbor',
      Remaining: '50.00',
      Why: REASON_TEXTS.customer_paused,
      Note: "'=Call",
    }),
  ])
})
