import { sql } from 'kysely'
import type { CollectedSource } from '../../../../contract/reports/sources.ts'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import { bucketCondition } from '../../ledger/index.ts'
import { agingChanges, collectedChanges, month, tailOf } from './changes.ts'
import type { Bucket } from './figures.ts'

/** Most entries that a report adds to the sums by itself. With more it waits for the job. */
export const LIVE_ENTRIES = 20_000

export interface AgingOfMonth {
  until: CalendarDate
  current: bigint
  days_30: bigint
  days_60: bigint
  days_90: bigint
  over_90: bigint
  total: bigint
}

/** Returns the amounts owed in one currency by age at the end of each day of `untils`. All bookings count on `today`. */
export async function agingAtEnds(
  ctx: Ctx,
  currency: string,
  untils: readonly CalendarDate[],
  today: CalendarDate,
): Promise<AgingOfMonth[]> {
  const sum = (bucket: Bucket) =>
    sql`coalesce(sum(m.owed_minor) filter (where ${bucketOnEnd(bucket)}), 0)::bigint`
  const result = await sql<AgingOfMonth>`
    with ${tailOf(ctx.accountId, LIVE_ENTRIES)}, months as materialized (
      select a.booked_month, a.due_date, sum(a.owed_minor) as owed_minor from (
        select s.booked_month, s.due_date, s.currency, s.owed_minor from aging_months s where s.account_id = ${ctx.accountId}
        union all select c.booked_month, c.due_date, c.currency, c.owed_minor from (${agingChanges(ctx.accountId)}) c) a
      where a.currency = ${currency} group by 1, 2
    )
    select e.until, ${sum('current')} as current, ${sum('days_30')} as days_30, ${sum('days_60')} as days_60,
      ${sum('days_90')} as days_90, ${sum('over_90')} as over_90, coalesce(sum(m.owed_minor), 0)::bigint as total
    from unnest(${[...untils]}::date[]) e(until) left join months m on m.booked_month <= e.until or e.until = ${today}::date
    group by 1 order by 1`.execute(ctx.db)
  return result.rows
}

/** As `bucketCondition`, on the day of the row `e`. */
const bucketOnEnd = (bucket: Bucket) =>
  bucketCondition(bucket, sql`(m.due_date + (${EPOCH}::date - e.until))`, EPOCH)

/** Any day: due dates are compared relative to it. */
const EPOCH: CalendarDate = '2000-01-01'

export interface CollectedRow {
  source: CollectedSource
  step_name: string
  collected: bigint
  payments: number
}

/** Returns what brought the money collected since a month in one currency, most first. */
export async function collectedBySource(
  ctx: Ctx,
  currency: string,
  from: CalendarDate,
): Promise<CollectedRow[]> {
  const result = await sql<CollectedRow>`
    with ${tailOf(ctx.accountId, LIVE_ENTRIES)}
    select c.source, c.step_name, sum(c.collected_minor)::bigint as collected, sum(c.payments)::int as payments from (
      select s.booked_month, s.currency, s.source, s.step_name, s.collected_minor, s.payments from collected_months s
      where s.account_id = ${ctx.accountId} and s.booked_month >= ${from}::date
      union all select ${month(sql`t.booked_on`)}, t.currency, t.source, t.step_name, t.collected_minor, t.payments
      from (${collectedChanges(ctx.accountId)}) t) c
    where c.currency = ${currency} and c.booked_month >= ${from}::date
    group by 1, 2 having sum(c.collected_minor) <> 0 or sum(c.payments) <> 0
    order by collected desc, c.source, c.step_name`.execute(ctx.db)
  return result.rows
}
