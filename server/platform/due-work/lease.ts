import { type RawBuilder, sql } from 'kysely'
import { SECOND_MS } from '../../../domain/dates/durations.ts'
import { asDate } from '../clock.ts'
import { type App, type BaseCtx, type Caller, inTransaction, present } from '../context.ts'
import { newId } from '../ids.ts'
import type { ScheduleName } from '../registered-names.ts'
import type { Schedule } from '../registry.ts'
import { OWN_KEY } from './mark-due.ts'
import './tables.ts'

/** Work of one account that one run of a schedule does. */
export interface LeasedWork {
  readonly accountId: string
  readonly schedule: ScheduleName
  readonly keys: readonly string[]
}

export interface Lease {
  readonly id: string
  readonly work: readonly LeasedWork[]
  /** How far the product's clock is ahead of the machine's. */
  readonly aheadMs: number
}

/** After this silence another worker takes the work of one that was killed. */
const LEASE_MS = 15 * SECOND_MS
const MAX_BATCH = 500

/**
 * Leases due work of these schedules and of any accounts, the longest due first. Never returns what another worker has
 * leased. Work of accounts that are switched off stays, and so does that of schedules of another version.
 */
export async function leaseDueWork(app: App, caller: Caller, schedules: readonly Schedule[]): Promise<Lease> {
  const names = schedules.map(({ name }) => name)
  const followingMachine = schedules.filter(({ clock }) => clock === 'machine').map(({ name }) => name)
  const wallNow = app.clock.wallNow()
  const id = newId(wallNow)
  return underScheduler(app, caller, async (ctx) => {
    const result = await sql<{ account_id: string; schedule: ScheduleName; key: string }>`
      update due_work set lease_id = ${id}, leased_until = ${asDate(wallNow + LEASE_MS)} where (account_id, schedule, key) in (
        select d.account_id, d.schedule, d.key from due_work d
        where d.schedule = any(${names}) and d.due_at <= ${asDate(Math.max(ctx.now, wallNow))}
          and d.due_at <= case when d.schedule = any(${followingMachine}) then ${asDate(wallNow)}::timestamptz
            else ${asDate(ctx.now)}::timestamptz end
          and (d.leased_until is null or d.leased_until <= ${asDate(wallNow)})
          and not exists (select from accounts a where a.account_id = d.account_id and not a.is_active)
        order by d.due_at limit ${MAX_BATCH} for update of d skip locked)
      returning account_id, schedule, key`.execute(ctx.db)
    const grouped = Map.groupBy(result.rows, (row) => `${row.account_id} ${row.schedule}`)
    const work = [...grouped.values()].map((group) => ({
      accountId: group[0]!.account_id,
      schedule: group[0]!.schedule,
      keys: group.map(({ key }) => key),
    }))
    return { id, work, aheadMs: ctx.now - wallNow }
  })
}

/** Extends the lease of work that has no outcome yet. */
export const renewLease = (
  app: App,
  caller: Caller,
  { id }: Pick<Lease, 'id'>,
  work: readonly LeasedWork[],
): Promise<unknown> =>
  underScheduler(app, caller, ({ db }) =>
    sql`update due_work set leased_until = ${asDate(app.clock.wallNow() + LEASE_MS)}
      where (account_id, schedule, key) in (${stillLeased(id, work)})`.execute(db),
  )

/** True while a worker runs something that is due. */
export const isWorkLeased = (app: App, caller: Caller): Promise<boolean> =>
  underScheduler(app, caller, async (ctx) => {
    const wallNow = app.clock.wallNow()
    const { rows } = await sql`select from due_work where leased_until > ${asDate(wallNow)}
      and due_at <= ${asDate(Math.max(ctx.now, wallNow))} limit 1`.execute(ctx.db)
    return rows.length > 0
  })

export interface Outcome {
  readonly work: LeasedWork
  /** False for work that is returned unfinished. */
  readonly done: boolean
  /** When the schedule runs next, in epoch ms; null for not at all, and for returned work. */
  readonly dueAt: number | null
}

/**
 * Removes done work and adds each schedule's next run, and releases work that was returned unfinished. What was marked due again
 * in the meantime stays as it was marked: the mark took the lease away.
 */
export async function settleWork(
  app: App,
  caller: Caller,
  { id }: Pick<Lease, 'id'>,
  outcomes: readonly Outcome[],
): Promise<void> {
  const [done, given] = [outcomes.filter((one) => one.done), outcomes.filter((one) => !one.done)]
  await underScheduler(app, caller, async ({ db }) => {
    if (done.length > 0)
      await sql`delete from due_work where (account_id, schedule, key) in (${stillLeased(id, worksOf(done))})`.execute(
        db,
      )
    for (const [dueAt, postponed] of Map.groupBy(given, (one) => one.dueAt))
      await sql`update due_work set due_at = coalesce(${dueAt === null ? null : asDate(dueAt)}, due_at), lease_id = null, leased_until = null
        where (account_id, schedule, key) in (${stillLeased(id, worksOf(postponed))})`.execute(db)
    const next = done.filter(({ dueAt }) => dueAt !== null)
    if (next.length > 0)
      await sql`insert into due_work (account_id, schedule, key, due_at)
        select account_id, schedule, ${OWN_KEY}, due_at from unnest(
          ${next.map(({ work }) => work.accountId)}::uuid[], ${next.map(({ work }) => work.schedule)}::text[],
          ${next.map(({ dueAt }) => asDate(dueAt!))}::timestamptz[]) as n(account_id, schedule, due_at)
        order by account_id, schedule
        on conflict (account_id, schedule, key) do update set due_at = least(due_work.due_at, excluded.due_at)`.execute(
        db,
      )
  })
}

const worksOf = (outcomes: readonly Outcome[]): LeasedWork[] => outcomes.map(({ work }) => work)

/**
 * Keys of the rows whose lease is still this worker's. Skips what a transaction is marking due again: it takes the lease
 * away, or else the lease ends by itself.
 */
function stillLeased(leaseId: string, works: readonly LeasedWork[]): RawBuilder<unknown> {
  const rows = works.flatMap((work) => work.keys.map((key) => ({ ...work, key })))
  return sql`select d.account_id, d.schedule, d.key from due_work d join unnest(
      ${rows.map((row) => row.accountId)}::uuid[], ${rows.map((row) => row.schedule)}::text[],
      ${rows.map((row) => row.key)}::text[]) as l(account_id, schedule, key)
    on d.account_id = l.account_id and d.schedule = l.schedule and d.key = l.key and d.lease_id = ${leaseId}
    for update of d skip locked`
}

const underScheduler = <T>(app: App, caller: Caller, run: (ctx: BaseCtx) => Promise<T>): Promise<T> =>
  inTransaction(app, caller, { kind: 'system', job: 'due-work' }, async (ctx) => {
    await present(ctx, 'app.scheduler', 'on')
    return run(ctx)
  })
