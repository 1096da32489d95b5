import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Delay, OwedItem } from '../rules/expected-cash.ts'
import { delayChanges, tailOf } from './changes.ts'
import { LIVE_ENTRIES } from './read-sums.ts'

/** All of one customer in one text, `a b,a b`, which the driver reads several times faster than as many rows. */
interface Packed {
  /** Null for the whole account. */
  customer_id: string | null
  pairs: string
}

/** Returns what customers owe in one currency, by customer and due date. */
export async function readOwedItems(ctx: Ctx, currency: string): Promise<OwedItem[]> {
  const result = await sql<Packed & { customer_id: string }>`
    select o.customer_id, string_agg(o.due_date || ' ' || o.minor, ',') as pairs from (
      select r.customer_id, r.due_date, sum(r.remaining_minor) as minor from receivables r
      where r.account_id = ${ctx.accountId} and r.currency = ${currency} and r.remaining_minor > 0 group by 1, 2) o
    group by 1`.execute(ctx.db)
  return result.rows.flatMap(({ customer_id: customerId, pairs }) =>
    unpack(pairs, (due, minor) => ({ customerId, dueDate: due as CalendarDate, minor: BigInt(minor) })),
  )
}

/**
 * Returns how late money was paid in one currency, for the whole account and for each customer who owes. Amounts that returns and
 * refunds made negative count as none.
 */
export async function readDelays(ctx: Ctx, currency: string): Promise<Delay[]> {
  const result = await sql<Packed>`
    with ${tailOf(ctx.accountId, LIVE_ENTRIES)}, changes as materialized (
      select d.customer_id, d.weeks_late, sum(d.paid_minor)::bigint as paid_minor from (${delayChanges(ctx.accountId)}) d
      where d.currency = ${currency} group by 1, 2
    ), delays as materialized (
      select customer_id, weeks_late, coalesce(s.paid_minor, 0) + coalesce(c.paid_minor, 0) as paid from (
        select d.customer_id, d.weeks_late, d.paid_minor from payment_delays d
        where d.account_id = ${ctx.accountId} and d.currency = ${currency}) s
      full join changes c using (customer_id, weeks_late)
    )
    select null as customer_id, string_agg(w.weeks_late || ' ' || w.paid, ',') as pairs from (
      select d.weeks_late, sum(d.paid)::bigint as paid from delays d where d.paid > 0 group by d.weeks_late) w
    having count(*) > 0
    union all
    select d.customer_id, string_agg(d.weeks_late || ' ' || d.paid, ',') from delays d where d.paid > 0 and d.customer_id in (
      select b.customer_id from customer_balances b
      where b.account_id = ${ctx.accountId} and b.currency = ${currency} and b.owed_minor > 0)
    group by d.customer_id`.execute(ctx.db)
  return result.rows.flatMap(({ customer_id: customerId, pairs }) =>
    // not money: a number of weeks
    unpack(pairs, (weeks, minor) => ({ customerId, weeksLate: Number(weeks), minor: BigInt(minor) })),
  )
}

const unpack = <Pair>(pairs: string, toPair: (first: string, second: string) => Pair): Pair[] =>
  pairs.split(',').map((pair) => {
    const middle = pair.indexOf(' ')
    return toPair(pair.slice(0, middle), pair.slice(middle + 1))
  })
