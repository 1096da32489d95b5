import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { markDue } from '../../../platform/due-work/mark-due.ts'

/** Returns the ids of payments or refunds whose next check is due, longest waiting first. */
export async function dueForCheck(ctx: Ctx, table: 'payments' | 'refunds', limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where account_id = ${ctx.accountId} and next_check_at <= ${asDate(ctx.now)}
    order by next_check_at limit ${limit}`.execute(ctx.db)
  return rows.map((row) => row.id)
}

/** Returns when the next payment or refund is due for a check, in epoch ms. */
export async function nextCheck(ctx: Ctx, table: 'payments' | 'refunds'): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(next_check_at) as at from ${sql.table(table)} where account_id = ${ctx.accountId}`.execute(
    ctx.db,
  )
  return rows[0]!.at?.getTime() ?? null
}

/** Makes the check of a locked or new payment or refund due at its `next_check_at`. */
export async function markCheck(
  ctx: Ctx,
  table: 'payments' | 'refunds',
  { id, next_check_at: at }: { id: string; next_check_at: Date | null },
): Promise<void> {
  if (at !== null) await markDue(ctx, `payments.check-due-${table}`, id, at.getTime())
}
