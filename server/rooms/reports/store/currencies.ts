import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

/** Returns the currencies in which anything was booked, in alphabetical order. */
export async function bookedCurrencies(ctx: Ctx): Promise<string[]> {
  const result = await sql<{ currency: string }>`
    select distinct d.currency from ledger_days d where d.account_id = ${ctx.accountId} order by 1`.execute(
    ctx.db,
  )
  return result.rows.map(({ currency }) => currency)
}
