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

/**
 * SQL for the number of the account's payments that match covered filters. Reads a few counter rows for any
 * number of payments.
 */
export const countFromCounters = (
  ctx: Ctx,
  filters: readonly Filter[],
  currency: string,
): RawBuilder<number> => sql<number>`(
  select coalesce(sum(t.payments), 0)::int from payment_tallies t
  where t.account_id = ${ctx.accountId} and ${filterConditions(filters, COUNTED, currency)})`

/** Compares the counters with the payments. Returns one sentence for each difference. */
export async function verifyPaymentCounters(ctx: Ctx): Promise<string[]> {
  await sql`set local statement_timeout = 0`.execute(ctx.db)
  const result = await sql<{ what: string; kept: bigint; counted: bigint }>`
    with counted as (
      select status, type, currency, posted_at is not null as posted, count(*) as payments from payments
      where account_id = ${ctx.accountId} group by 1, 2, 3, 4
    ), kept as (
      select status, type, currency, posted, sum(payments) as payments from payment_tallies
      where account_id = ${ctx.accountId} group by 1, 2, 3, 4
    )
    select concat_ws(' ', status, type, currency, case when posted then 'posted' end) as what,
      coalesce(k.payments, 0)::bigint as kept, coalesce(c.payments, 0)::bigint as counted
    from counted c full join kept k using (status, type, currency, posted)
    where coalesce(c.payments, 0) <> coalesce(k.payments, 0) order by 1`.execute(ctx.db)
  return result.rows.map(({ what, kept, counted }) => `payments ${what}: ${kept} kept, ${counted} counted`)
}
