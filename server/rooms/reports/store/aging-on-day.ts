import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import { bucketCondition } from '../../ledger/index.ts'
import type { Bucket } from './figures.ts'

export interface AgedCustomer {
  customer_id: string
  short_name: string
  current: bigint
  days_30: bigint
  days_60: bigint
  days_90: bigint
  over_90: bigint
  total: bigint
}

/**
 * Returns what customers owed in one currency at the end of a day, by age, those who owed most first. Begins with what is owed now
 * and takes back what was booked after the day, so that a recent day costs little.
 */
export async function agingOnDay(
  ctx: Ctx,
  { currency, on }: { currency: string; on: CalendarDate },
): Promise<AgedCustomer[]> {
  const sum = (bucket: Bucket) =>
    sql`coalesce(sum(o.minor) filter (where ${bucketCondition(bucket, sql`o.due_date`, on)}), 0)::bigint`
  const result = await sql<AgedCustomer>`
    with later as materialized (
      select e.id from ledger_entries e where e.account_id = ${ctx.accountId} and e.booked_on > ${on}::date
    ), owed as (
      select r.customer_id, r.due_date, sum(r.remaining_minor) as minor from receivables r
      where r.account_id = ${ctx.accountId} and r.currency = ${currency} and r.remaining_minor > 0 group by 1, 2
      union all
      select p.customer_id, r.due_date, -sum(p.amount_minor) from later e
        join ledger_postings p on p.account_id = ${ctx.accountId} and p.entry_id = e.id and p.ledger_account = 'receivable'
          and p.currency = ${currency}
        join receivables r on r.account_id = ${ctx.accountId} and r.invoice_id = p.invoice_id
      group by 1, 2
    ), aged as (
      select o.customer_id, ${sum('current')} as current, ${sum('days_30')} as days_30, ${sum('days_60')} as days_60,
        ${sum('days_90')} as days_90, ${sum('over_90')} as over_90, sum(o.minor)::bigint as total
      from owed o group by 1 having sum(o.minor) <> 0
    )
    select a.*, c.short_name from aged a join customers c on c.account_id = ${ctx.accountId} and c.id = a.customer_id
    order by a.total desc, c.short_name, a.customer_id`.execute(ctx.db)
  return result.rows
}
