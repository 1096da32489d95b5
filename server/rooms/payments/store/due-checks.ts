import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'

/** Returns the ids of payments or refunds whose next check is due, longest waiting first. */
export async function dueForCheck(ctx: Ctx, table: 'payments' | 'refunds', limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where account_id = ${ctx.accountId} and next_check_at <= ${asDate(ctx.now)}
    order by next_check_at limit ${limit}`.execute(ctx.db)
  return rows.map((row) => row.id)
}
