import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { BookedDay } from '../rules/trend.ts'

/**
 * Returns the bookings of each day since `from`, in order, by currency. Earlier days are summed in one item
 * with a null day. Reads the ledger's daily sums, so that the cost does not depend on the number of
 * invoices.
 */
export async function bookedDays(ctx: Ctx, from: CalendarDate): Promise<Map<string, BookedDay[]>> {
  const result = await sql<BookedDay & { currency: string }>`
    select d.currency, case when d.booked_on >= ${from}::date then d.booked_on end as day,
      sum(d.invoiced_minor)::bigint as "invoicedMinor", sum(d.collected_minor)::bigint as "collectedMinor",
      sum(d.owed_minor)::bigint as "owedMinor"
    from ledger_days d where d.account_id = ${ctx.accountId}
    group by 1, 2 order by 1, 2 nulls first`.execute(ctx.db)
  return Map.groupBy(result.rows, (row) => row.currency)
}
