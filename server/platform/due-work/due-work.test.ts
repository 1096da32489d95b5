import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/dates/durations.ts'
import { setUpTestApp, type Tenant } from '../../../testing/test-app.ts'
import type { ScheduleName } from '../registered-names.ts'
import type { Schedule } from '../registry.ts'
import { addNewSchedules } from './add-new-schedules.ts'
import { leaseDueWork, settleWork } from './lease.ts'
import { markAllDue, markDue } from './mark-due.ts'
import { runDueWork } from './run-due-work.ts'

const test = setUpTestApp()
const CALLER = { requestId: 'test', ip: null }
const NAME: ScheduleName = 'imports.forget'
const OTHER: ScheduleName = 'payments.notify-cases'

/** Accounts for which the schedule ran, in order. */
let ran: string[]
let tenant: Tenant
beforeEach(async () => {
  ran = []
  tenant = await test.tenant()
  await clear()
})

const clear = () =>
  tenant.run((ctx) => ctx.db.deleteFrom('due_work').where('account_id', '=', tenant.accountId).execute())

const schedule = (given: Partial<Schedule> = {}): Schedule => ({
  name: NAME,
  run: async ({ accountId }) => {
    ran.push(accountId)
  },
  nextDue: async () => null,
  ...given,
})
const mark = (key: string, inMs: number, name: ScheduleName = NAME) =>
  tenant.run((ctx) => markDue(ctx, name, key, ctx.now + inMs))
const rows = () =>
  tenant.run((ctx) =>
    ctx.db
      .selectFrom('due_work')
      .select(['schedule', 'key', 'due_at', 'leased_until'])
      .where('account_id', '=', tenant.accountId)
      .orderBy('schedule')
      .orderBy('key')
      .execute(),
  )
const work = (...schedules: Schedule[]) => runDueWork(test.app, schedules)
/** The runs for this test's account; later instants make former tests' work due, too. */
const runs = () => ran.filter((one) => one === tenant.accountId)

describe('due work', () => {
  it('runs once for all of an account’s work that is due, and not before', async () => {
    await mark('a', 1_000)
    await mark('b', 2_000)
    await mark('c', HOUR_MS)
    await work(schedule())
    expect(ran).toEqual([])
    test.clock.advance(2_000)
    await work(schedule())
    await work(schedule())
    expect(ran).toEqual([tenant.accountId])
    expect((await rows()).map(({ key }) => key)).toEqual(['c'])
  })

  it('costs an account with nothing due no run', async () => {
    const idle = await test.tenant()
    await idle.run((ctx) => ctx.db.deleteFrom('due_work').where('account_id', '=', idle.accountId).execute())
    await mark('a', 0)
    await work(schedule())
    expect(ran).toEqual([tenant.accountId])
  })

  it('keeps the earlier of two instants', async () => {
    const now = test.clock.wallNow()
    await mark('a', DAY_MS)
    await mark('a', HOUR_MS)
    await mark('a', 2 * DAY_MS)
    expect((await rows()).map(({ due_at }) => due_at.getTime() - now)).toEqual([HOUR_MS])
  })

  it('runs again when it says it is due, and in a minute when work is left over', async () => {
    const now = test.clock.wallNow()
    await mark('a', 0)
    await work(schedule({ nextDue: async () => now + 3 * HOUR_MS }))
    expect((await rows()).map(({ due_at }) => due_at.getTime() - now)).toEqual([3 * HOUR_MS])
    await mark('b', 0)
    await work(schedule({ nextDue: async () => now - DAY_MS }))
    expect(ran).toHaveLength(2)
    expect((await rows()).map(({ due_at }) => due_at.getTime() - now)).toEqual([MINUTE_MS])
  })

  it('runs again for work that is marked while it runs', async () => {
    await mark('a', 0)
    const again = schedule({
      run: async ({ accountId }) => {
        ran.push(accountId)
        if (ran.length === 1) await mark('a', 0)
      },
    })
    await work(again)
    expect(ran).toHaveLength(2)
    expect(await rows()).toEqual([])
  })

  it('follows the clock that the schedule names', async () => {
    const offset = DAY_MS
    await tenant.run((ctx) => markDue(ctx, NAME, 'a', ctx.app.clock.wallNow() + offset))
    await work(schedule({ clock: 'machine' }))
    expect(runs()).toEqual([])
    test.clock.advance(offset)
    await work(schedule({ clock: 'machine' }))
    expect(runs()).toHaveLength(1)
  })

  it('survives a failure, reports it, tries again in a minute, and runs the others', async () => {
    await mark('a', 0)
    await mark('a', 0, OTHER)
    const failing = schedule({ run: () => Promise.reject(new Error('the disk is full')) })
    await work(failing, schedule({ name: OTHER }))
    expect(runs()).toHaveLength(1)
    await work(schedule())
    expect(runs()).toHaveLength(1)
    test.clock.advance(MINUTE_MS)
    await work(schedule())
    expect(runs()).toHaveLength(2)
    expect(await rows()).toEqual([])
  })

  it('is left to other workers when this one stops', async () => {
    await mark('a', 0)
    let looks = 0
    await runDueWork(test.app, [schedule()], () => looks++ > 0)
    expect(ran).toEqual([])
    await work(schedule())
    expect(ran).toHaveLength(1)
  })

  it('leaves alone what no schedule of this version does, and accounts that are switched off', async () => {
    await mark('a', 0, OTHER)
    await work(schedule())
    expect(await rows()).toHaveLength(1)
    const switchOff = (active: boolean) =>
      tenant.run((ctx) =>
        ctx.db
          .updateTable('accounts')
          .set({ is_active: active })
          .where('account_id', '=', tenant.accountId)
          .execute(),
      )
    await switchOff(false)
    await work(schedule({ name: OTHER }))
    expect(ran).toEqual([])
    await switchOff(true)
    await work(schedule({ name: OTHER }))
    expect(ran).toHaveLength(1)
  })
})

describe('several workers', () => {
  it('share the work: each row is leased by one', async () => {
    for (let key = 0; key < 40; key++) await mark(`${key}`, 0)
    const leases = await Promise.all(
      Array.from({ length: 4 }, () => leaseDueWork(test.app, CALLER, [schedule()])),
    )
    const keys = leases.flatMap(({ work }) => work.flatMap((one) => one.keys))
    expect(keys).toHaveLength(40)
    expect(new Set(keys).size).toBe(40)
  })

  it('take over what a killed one had leased, and not before its lease ends', async () => {
    await mark('a', 0)
    await leaseDueWork(test.app, CALLER, [schedule()])
    await work(schedule())
    expect(runs()).toEqual([])
    test.clock.advance(15_000)
    await work(schedule())
    expect(runs()).toHaveLength(1)
  })

  it('do not remove what another one has leased since', async () => {
    await mark('a', 0)
    const slow = await leaseDueWork(test.app, CALLER, [schedule()])
    test.clock.advance(15_000)
    await leaseDueWork(test.app, CALLER, [schedule()])
    await settleWork(
      test.app,
      CALLER,
      slow,
      slow.work.map((work) => ({ work, done: true, dueAt: null })),
    )
    expect(await rows()).toHaveLength(1)
  })
})

it('keeps the lease of work that takes long', async () => {
  await mark('a', 0)
  await work(
    schedule({
      run: async ({ accountId }) => {
        ran.push(accountId)
        test.clock.advance(14_000)
        // Longer than the time between two renewals.
        await sleep(5_500)
        test.clock.advance(14_000)
        await runDueWork(test.app, [schedule()])
      },
    }),
  )
  expect(runs()).toHaveLength(1)
})

it('writes the outcome of work that another account’s outcomes overtake', async () => {
  const other = await test.tenant()
  await mark('a', 0)
  await other.run((ctx) => markDue(ctx, NAME, 'b', ctx.now))
  const isOtherWritten = () =>
    other.run(async ({ db }) => {
      const left = await db.selectFrom('due_work').select('key').where('key', '=', 'b').execute()
      return left.length === 0
    })
  const run: Schedule['run'] = async ({ accountId }) => {
    // Long enough for its outcome to be written at once.
    if (accountId === other.accountId) await sleep(600)
    if (accountId === tenant.accountId) while (!(await isOtherWritten())) await sleep(20)
  }
  await work(schedule({ run }))
  expect(await rows()).toEqual([])
})

it('leaves nothing leased when work ends while its lease is renewed', async () => {
  const owner = new pg.Client(test.ownerConfig)
  await owner.connect()
  await owner.query(`
    create function renew_slowly() returns trigger language plpgsql as 'begin perform pg_sleep(1); return new; end';
    create trigger renewed before update on due_work for each row
      when (old.lease_id = new.lease_id) execute function renew_slowly()`)
  await mark('a', 0)
  // The renewal begins after five seconds and holds the row for one.
  await work(schedule({ run: () => sleep(5_300) }))
  await owner.query('drop trigger renewed on due_work; drop function renew_slowly')
  await owner.end()
  expect(await rows()).toEqual([])
})

describe('schedules of a new version', () => {
  it('become due once for every account', async () => {
    const added = 'payments.added-later' as ScheduleName
    const other = await test.tenant()
    await addNewSchedules(test.app, [added])
    await work(schedule({ name: added }))
    expect(ran).toEqual(expect.arrayContaining([tenant.accountId, other.accountId]))
    ran = []
    await addNewSchedules(test.app, [added])
    await work(schedule({ name: added }))
    expect(ran).toEqual([])
  })
})

it('marks several schedules at once', async () => {
  await tenant.run((ctx) => markAllDue(ctx, [], ctx.now))
  await tenant.run((ctx) => markAllDue(ctx, [OTHER, NAME], ctx.now))
  expect((await rows()).map(({ schedule: name, key }) => [name, key])).toEqual([
    [NAME, ''],
    [OTHER, ''],
  ])
})
