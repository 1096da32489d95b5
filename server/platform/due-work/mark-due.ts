import { sql } from 'kysely'
import { MINUTE_MS } from '../../../domain/dates/durations.ts'
import { asDate } from '../clock.ts'
import type { Ctx } from '../context.ts'
import type { ScheduleName } from '../registered-names.ts'
import './tables.ts'

/** Key of a schedule's own next run. */
export const OWN_KEY = ''

/**
 * Makes a schedule run for the account at `dueAt` (epoch ms of the schedule's clock) or earlier, in the transaction
 * that makes it necessary. `key` is an object that this transaction has locked or created, so that nobody waits for
 * another writer. A worker that has leased the row runs the schedule again.
 */
export async function markDue(ctx: Ctx, schedule: ScheduleName, key: string, dueAt: number): Promise<void> {
  await insertDue(ctx, [{ schedule, key, due_at: asDate(dueAt) }])
}

/** Makes several schedules run now. */
export async function markAllDue(ctx: Ctx, schedules: readonly ScheduleName[], dueAt: number): Promise<void> {
  if (schedules.length === 0) return
  const rows = schedules.toSorted().map((schedule) => ({ schedule, key: OWN_KEY, due_at: asDate(dueAt) }))
  await insertDue(ctx, rows)
}

/**
 * Makes the account's audit entries due for sealing. A row that is not due for half a minute is enough for the entry,
 * because no transaction takes that long: it is committed before the worker looks.
 */
export async function markSealDue(ctx: Ctx, entryId: string): Promise<void> {
  const schedule: ScheduleName = 'audit-log.seal-entries'
  await sql`insert into due_work (account_id, schedule, key, due_at)
    select ${ctx.accountId}::uuid, ${schedule}, ${entryId}, ${asDate(ctx.now + MINUTE_MS)}::timestamptz
    where not exists (select from due_work d where d.account_id = ${ctx.accountId} and d.schedule = ${schedule}
      and d.lease_id is null and d.due_at > ${asDate(ctx.now + MINUTE_MS / 2)} and d.due_at <= ${asDate(ctx.now + MINUTE_MS)})`.execute(
    ctx.db,
  )
}

/**
 * Lets the commit reach the coordinator of a distributed database and the account's node, or neither. The extension commits
 * in two phases when a transaction has written, even nothing, to a table on the coordinator that it knows.
 */
export async function commitTogether({ db, accountId }: Ctx): Promise<void> {
  await db
    .deleteFrom('due_work')
    .where('account_id', '=', accountId)
    .where('schedule', '=', '')
    .where('key', '=', '')
    .execute()
}

async function insertDue(
  ctx: Ctx,
  rows: readonly { schedule: ScheduleName; key: string; due_at: Date }[],
): Promise<void> {
  await ctx.db
    .insertInto('due_work')
    .values(rows.map((row) => ({ ...row, account_id: ctx.accountId, lease_id: null, leased_until: null })))
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'schedule', 'key']).doUpdateSet((eb) => ({
        due_at: eb.fn('least', ['due_work.due_at', 'excluded.due_at']),
        lease_id: null,
        leased_until: null,
      })),
    )
    .execute()
}
