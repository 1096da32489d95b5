import { type RawBuilder, sql } from 'kysely'
import type { Filter } from '../../../../contract/filters.ts'
import type { Ctx } from '../../../platform/context.ts'
import { type FilterColumn, filterConditions } from '../../../platform/db/filtering.ts'

/** The columns that the counters distinguish. */
const COUNTED: Readonly<Record<string, FilterColumn>> = {
  status: { expression: sql`t.status`, kind: 'text' },
  type: { expression: sql`t.type`, kind: 'text' },
  total_currency: { expression: sql`t.currency`, kind: 'text' },
  posted: { expression: sql`t.posted`, kind: 'boolean' },
}

/** True when the counters cover every filter. */
export const areCounted = (filters: readonly Filter[]): boolean =>
  filters.every(({ name }) => Object.hasOwn(COUNTED, name))

/** Payments of one currency: their number, their amounts with surcharges, and what the company keeps of them. */
export interface PaymentSum {
  readonly currency: string
  readonly count: number
  readonly totalMinor: bigint
  readonly collectedMinor: bigint
}

/**
 * Selects a `PaymentSum` for each currency of the account's payments that match covered filters. Reads a few counter rows for any
 * number of payments.
 */
export const sumsFromCounters = (
  ctx: Ctx,
  filters: readonly Filter[],
  currency: string,
): RawBuilder<unknown> => sql`
  select t.currency, sum(t.payments)::int as count, sum(t.total_minor)::bigint as "totalMinor",
    sum(t.collected_minor)::bigint as "collectedMinor"
  from payment_tallies t
  where t.account_id = ${ctx.accountId} and ${filterConditions(filters, COUNTED, currency)}
  group by t.currency having sum(t.payments) > 0 order by t.currency`

/** Compares the counters with the payments. Returns one sentence for each difference. */
export async function verifyPaymentCounters(ctx: Ctx): Promise<string[]> {
  await sql`set local statement_timeout = 0`.execute(ctx.db)
  const result = await sql<{ what: string; kept: bigint; counted: bigint }>`
    with counted as (
      select status, type, currency, posted_at is not null as posted, count(*) as payments,
        sum(amount_minor + surcharge_minor) as total, sum(collected_minor) as collected from payments
      where account_id = ${ctx.accountId} group by 1, 2, 3, 4
    ), kept as (
      select status, type, currency, posted, sum(payments) as payments, sum(total_minor) as total,
        sum(collected_minor) as collected from payment_tallies
      where account_id = ${ctx.accountId} group by 1, 2, 3, 4
    )
    select concat_ws(' ', status, type, currency, case when posted then 'posted' end) as what,
      coalesce(k.payments, 0)::bigint as kept, coalesce(c.payments, 0)::bigint as counted
    from counted c full join kept k using (status, type, currency, posted)
    where coalesce(c.payments, 0) <> coalesce(k.payments, 0) or coalesce(c.total, 0) <> coalesce(k.total, 0)
      or coalesce(c.collected, 0) <> coalesce(k.collected, 0) order by 1`.execute(ctx.db)
  return result.rows.map(
    ({ what, kept, counted }) => `payments ${what}: ${kept} kept, ${counted} counted, or their sums differ`,
  )
}
