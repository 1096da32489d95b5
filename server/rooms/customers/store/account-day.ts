import { sql } from 'kysely'
import { type CalendarDate, dateInZone } from '../../../../domain/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'

export interface AccountDay {
  readonly currency: string
  readonly timezone: string
  readonly today: CalendarDate
}

/** What the account counts in, and which day it is there. */
export async function readAccountDay(ctx: Ctx): Promise<AccountDay> {
  const found = await sql<{ currency: string; timezone: string }>`
    select currency, timezone from accounts where account_id = ${ctx.accountId}`.execute(ctx.db)
  const { currency, timezone } = found.rows[0]!
  return { currency, timezone, today: dateInZone(ctx.now, timezone) }
}
