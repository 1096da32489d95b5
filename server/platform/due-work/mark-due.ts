import { asDate } from '../clock.ts'
import type { Ctx } from '../context.ts'
import type { ScheduleName } from '../registered-names.ts'
import './tables.ts'

/** Key of a schedule's own next run. */
export const OWN_KEY = ''

/**
 * Makes a schedule run for the account at `dueAt` (epoch ms of the schedule's clock) or earlier, in the transaction
 * that makes it necessary. `key` is an object that this transaction has locked or created, so that nobody waits for
 * another writer. A worker that has leased the row runs the schedule once more.
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
