import { expect, it } from 'vitest'
import { updateSettings } from '../../../accounts/testing.ts'
import { paymentsFixture } from '../../../payments/testing.ts'
import { anOwingCustomer, sendScheduledOf } from '../../testing.ts'
import { listStatements } from '../read/list-statements.ts'
import { listRuns } from '../runs/list-runs.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { nextStatementsAt } from './next-due.ts'

const payments = paymentsFixture()
const tenant = () => payments.tenant
const on = { kind: 'open_item', send_day: 1, send_hour: 9, only_open: true } as const

/** Moves the clock to an hour in New York of the winter. */
const goTo = (day: string, hour = 10): void =>
  payments.clock.set(`${day}T${String(hour + 5).padStart(2, '0')}:00:00Z`)
const change = (more: object = {}) => tenant().run((ctx) => changeSettings(ctx, { ...on, ...more }))
const sent = async () =>
  (await tenant().run((ctx) => listStatements(ctx, { page: 1, page_size: 100 }))).results.map(
    (row) => `${row.customer.short_name} ${row.from} ${row.to} ${row.owed}`,
  )
const next = () => tenant().run(nextStatementsAt)

async function start(more: object = {}): Promise<string> {
  goTo('2026-11-20')
  await tenant().run((ctx) => updateSettings(ctx, { system_enabled: true }))
  await change(more)
  return tenant().run((ctx) => anOwingCustomer(ctx, { shortName: 'Harbor' }))
}

it('sends on the day and from the hour of the schedule, once', async () => {
  await start()
  goTo('2026-12-01', 8)
  await sendScheduledOf(tenant())
  expect(await sent()).toEqual([])
  expect(await next()).toBe(Date.parse('2026-12-01T14:00:00Z'))
  goTo('2026-12-01', 9)
  expect(await next()).toBe(Date.parse('2026-12-01T14:00:00Z'))
  await Promise.all([sendScheduledOf(tenant()), sendScheduledOf(tenant())])
  await sendScheduledOf(tenant())
  expect(await sent()).toEqual(['Harbor 2026-11-01 2026-11-30 90.00'])
  expect(await next()).toBe(Date.parse('2027-01-01T14:00:00Z'))
  expect((await tenant().run(listRuns)).runs).toMatchObject([{ state: 'done', sent: 1, failed: 0 }])
})

it('tells the second person what somebody else changed in the schedule', async () => {
  await change({ send_day: 15 })
  await expect(change({ send_day: 20, if_unchanged: on })).rejects.toMatchObject({
    code: 'changed_meanwhile',
    fields: { send_day: [expect.stringContaining('it is 15 now')] },
  })
  expect(await change({ kind: 'balance_forward', if_unchanged: on })).toMatchObject({
    send_day: 15,
    kind: 'balance_forward',
  })
  const seen = { ...on, send_day: 15 }
  expect(await change({ send_day: 20, if_unchanged: seen })).toMatchObject({
    kind: 'balance_forward',
    send_day: 20,
  })
})

it('waits for a working day, and states the period all the same', async () => {
  await start({ send_day: 12 })
  await tenant().run((ctx) => updateSettings(ctx, { holding_on_weekend: true }))
  goTo('2026-12-12')
  await sendScheduledOf(tenant())
  expect(await sent()).toEqual([])
  goTo('2026-12-14')
  await sendScheduledOf(tenant())
  expect(await sent()).toEqual(['Harbor 2026-11-12 2026-12-11 90.00'])
})

it('sends only the latest period after an outage', async () => {
  await start()
  goTo('2027-03-20')
  await sendScheduledOf(tenant())
  expect(await sent()).toEqual(['Harbor 2027-02-01 2027-02-28 90.00'])
})

it('sends nothing for a day before it was switched on, nor while it or the account is off', async () => {
  await start({ send_day: 20 })
  await sendScheduledOf(tenant())
  expect(await sent()).toEqual([])
  await change({ send_day: null })
  goTo('2026-12-20')
  await sendScheduledOf(tenant())
  expect([await sent(), await next()]).toEqual([[], null])
  await change({ send_day: 21 })
  await tenant().run((ctx) => updateSettings(ctx, { system_enabled: false }))
  goTo('2026-12-21')
  await sendScheduledOf(tenant())
  expect([await sent(), await next()]).toEqual([[], null])
})

it('states every day once when the day of the month changes', async () => {
  await start()
  goTo('2026-12-01')
  await sendScheduledOf(tenant())
  await change({ send_day: 15 })
  goTo('2026-12-15')
  await sendScheduledOf(tenant())
  expect(await sent()).toEqual(['Harbor 2026-12-01 2026-12-14 90.00', 'Harbor 2026-11-01 2026-11-30 90.00'])
})
