import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { BookedDay } from '../rules.ts'

/**
 * What was booked on each day from one on, in order, by currency; what was booked before it is added up in one item whose
 * day is null. From the ledger's kept sums: a row a day, however many invoices there are.
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
