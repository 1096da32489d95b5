import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import { pageOf } from '../../../platform/db/window.ts'
import { bucketCondition } from '../../ledger/index.ts'
import type { Bucket } from './figures.ts'

export interface Debtor {
  customer_id: string
  short_name: string
  currency: string
  owed: bigint
  past_due: bigint
  open_invoices: number
  oldest_due: CalendarDate
  current: bigint
  days_30: bigint
  days_60: bigint
  days_90: bigint
  over_90: bigint
}

/**
 * Returns the top debtors in each currency, in the given order of currencies; amounts in different
 * currencies cannot be compared. Amounts by age come from the counters, because one customer may have a
 * hundred thousand invoices.
 */
export async function topDebtors(
  ctx: Ctx,
  { today, currencies, limit }: { today: CalendarDate; currencies: readonly string[]; limit: number },
): Promise<Debtor[]> {
  const result = await sql<Debtor>`
    with most as materialized (
      select own.at, owing.* from unnest(${[...currencies]}::text[]) with ordinality as own(currency, at)
      cross join lateral (
        select b.customer_id, b.currency, b.owed_minor as owed from customer_balances b
        where b.account_id = ${ctx.accountId} and b.currency = own.currency and b.owed_minor > 0
        order by b.owed_minor desc, b.customer_id ${pageOf(limit, 0)}) owing
    )
    select most.*, c.short_name, d.* from most
      join customers c on c.account_id = ${ctx.accountId} and c.id = most.customer_id
      cross join lateral (${openOf(ctx, today)}) d
    order by most.at, most.owed desc, most.customer_id`.execute(ctx.db)
  return result.rows
}

/** Selects the open amounts by age of the customer and currency in `most`, from the counters. */
function openOf(ctx: Ctx, today: CalendarDate) {
  const inBucket = (bucket: Bucket) =>
    sql`coalesce(sum(t.remaining_minor) filter (where ${bucketCondition(bucket, sql`t.due_date`, today)}), 0)::bigint`
  return sql`
    select sum(t.invoices)::int as open_invoices, min(t.due_date) as oldest_due,
      coalesce(sum(t.remaining_minor) filter (where t.due_date < ${today}::date), 0)::bigint as past_due,
      ${inBucket('current')} as current,
      ${inBucket('days_30')} as days_30, ${inBucket('days_60')} as days_60, ${inBucket('days_90')} as days_90,
      ${inBucket('over_90')} as over_90
    from (select t.due_date, sum(t.invoices) as invoices, sum(t.remaining_minor) as remaining_minor
      from invoice_tallies t where t.account_id = ${ctx.accountId} and t.scope_id = most.customer_id
        and t.kind = 'owed' and t.currency = most.currency
      group by t.due_date having sum(t.invoices) > 0) t`
}
