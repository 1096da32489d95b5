import { sql } from 'kysely'
import { DAY_MS } from '../../../../domain/dates/durations.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'

const DAYS = 7

/** Returns how many emails to customers of the last seven days could not be delivered. */
export async function countUndelivered(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mail_messages where account_id = ${ctx.accountId}
      and created_at > ${asDate(ctx.now - DAYS * DAY_MS)} and status in ('failed', 'unknown') and text_body <> ''`.execute(
    ctx.db,
  )
  return rows[0]!.count
}
