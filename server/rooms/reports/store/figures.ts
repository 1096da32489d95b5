import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { datesOfPeriod } from '../../../../domain/dates/periods.ts'
import type { Ctx } from '../../../platform/context.ts'
import { bucketCondition } from '../../ledger/index.ts'

export interface CurrencyFigures {
  currency: string
  past_due: bigint
  due_in_7_days: bigint
  in_flight: bigint
  customers_owing: number
  /** Owed by age. The buckets add up to `total`, and their counts to `open_invoices`. */
  total: bigint
  current: bigint
  days_30: bigint
  days_60: bigint
  days_90: bigint
  over_90: bigint
  open_invoices: number
  n_current: number
  n_30: number
  n_60: number
  n_90: number
  n_over: number
}

export type Bucket = Parameters<typeof bucketCondition>[0]

/**
 * Returns one row per currency from the counters, which have a few rows for each due date. The account's own
 * currency comes first; the others are in alphabetical order.
 */
export async function owedFigures(
  ctx: Ctx,
  { today, ownCurrency }: { today: CalendarDate; ownCurrency: string },
): Promise<CurrencyFigures[]> {
  const due = sql`t.due_date`
  const next = datesOfPeriod('next_7_days', today)
  const sum = (bucket: Bucket) =>
    sql`coalesce(sum(t.remaining_minor) filter (where ${bucketCondition(bucket, due, today)}), 0)::bigint`
  const count = (bucket: Bucket) =>
    sql`coalesce(sum(t.invoices) filter (where ${bucketCondition(bucket, due, today)}), 0)::int`
  const result = await sql<CurrencyFigures>`
    with owed as (
      select t.currency, sum(t.remaining_minor)::bigint as total, sum(t.invoices)::int as open_invoices,
        ${sum('current')} as current, ${sum('days_30')} as days_30, ${sum('days_60')} as days_60, ${sum('days_90')} as days_90,
        ${sum('over_90')} as over_90, ${count('current')} as n_current, ${count('days_30')} as n_30, ${count('days_60')} as n_60,
        ${count('days_90')} as n_90, ${count('over_90')} as n_over,
        coalesce(sum(t.remaining_minor) filter (where t.due_date < ${today}::date), 0)::bigint as past_due,
        coalesce(sum(t.remaining_minor) filter (where t.due_date between ${next.from}::date and ${next.to}::date), 0)::bigint as due_in_7_days
      from invoice_tallies t where t.account_id = ${ctx.accountId} and t.scope_id = ${ctx.accountId} and t.kind = 'owed'
      group by t.currency having sum(t.invoices) > 0
    ), paying as (
      select t.currency, sum(t.total_minor)::bigint as in_flight from payment_tallies t
      where t.account_id = ${ctx.accountId} and t.status = 'waiting' group by t.currency
    ), owing as (
      select currency, count(*)::int as customers from customer_balances
      where account_id = ${ctx.accountId} and owed_minor > 0 group by currency
    )
    select owed.*, coalesce(paying.in_flight, 0)::bigint as in_flight, coalesce(owing.customers, 0) as customers_owing
    from owed left join paying using (currency) left join owing using (currency)
    order by owed.currency = ${ownCurrency} desc, owed.currency`.execute(ctx.db)
  return result.rows
}

/**
 * Returns money received since a day less refunds and returns, by currency, without surcharges: the reports' figure, from the
 * ledger's daily sums.
 */
export async function collectedSince(ctx: Ctx, from: CalendarDate): Promise<Map<string, bigint>> {
  const result = await sql<{ currency: string; collected: bigint }>`
    select d.currency, sum(d.collected_minor)::bigint as collected from ledger_days d
    where d.account_id = ${ctx.accountId} and d.booked_on >= ${from}::date and d.collected_minor <> 0
    group by d.currency`.execute(ctx.db)
  return new Map(result.rows.map((row) => [row.currency, row.collected]))
}

/** Counts customers directly, and owed invoices and drafts from the counters. */
export async function headCounts(ctx: Ctx): Promise<{ customers: number; invoices: number; drafts: number }> {
  const result = await sql<{ customers: number; invoices: number; drafts: number }>`
    select (select count(*)::int from customers where account_id = ${ctx.accountId}) as customers,
      coalesce(sum(t.invoices) filter (where t.kind = 'owed'), 0)::int as invoices,
      coalesce(sum(t.invoices) filter (where t.kind = 'draft'), 0)::int as drafts
    from invoice_tallies t
    where t.account_id = ${ctx.accountId} and t.scope_id = ${ctx.accountId} and t.kind in ('owed', 'draft')`.execute(
    ctx.db,
  )
  return result.rows[0]!
}
