import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Delay, OwedItem } from '../rules/expected-cash.ts'
import { delayChanges, tailOf } from './changes.ts'
import { LIVE_ENTRIES } from './read-sums.ts'

/**
 * Amounts of many customers in two texts, `{a,b}` each, which the driver reads several times faster than as many rows. Few days and few
 * weeks have them all.
 */
interface Packed {
  readonly customers: string | null
  readonly amounts: string | null
}

/** Returns what customers owe in one currency, by customer and due date. */
export async function readOwedItems(ctx: Ctx, currency: string): Promise<OwedItem[]> {
  const result = await sql<Packed & { due: string }>`
    select o.due_date::text as due, array_agg(o.customer_id)::text as customers, array_agg(o.minor)::text as amounts from (
      select r.customer_id, r.due_date, sum(r.remaining_minor)::bigint as minor from receivables r
      where r.account_id = ${ctx.accountId} and r.currency = ${currency} and r.remaining_minor > 0 group by 1, 2) o
    group by 1`.execute(ctx.db)
  return result.rows.flatMap(({ due, ...packed }) =>
    unpack(packed, (customerId, minor) => ({ customerId, dueDate: due as CalendarDate, minor })),
  )
}

/**
 * Returns how late money was paid in one currency, for the whole account and for each customer who owes. Amounts that returns and
 * refunds made negative count as none.
 */
export async function readDelays(ctx: Ctx, currency: string): Promise<Delay[]> {
  const result = await sql<Packed & { weeks: number; everyone: bigint }>`
    with ${tailOf(ctx.accountId, LIVE_ENTRIES)}, changes as materialized (
      select d.customer_id, d.weeks_late, sum(d.paid_minor)::bigint as paid_minor from (${delayChanges(ctx.accountId)}) d
      where d.currency = ${currency} group by 1, 2
    ), delays as (
      select customer_id, weeks_late, coalesce(s.paid_minor, 0) + coalesce(c.paid_minor, 0) as paid from (
        select d.customer_id, d.weeks_late, d.paid_minor from payment_delays d
        where d.account_id = ${ctx.accountId} and d.currency = ${currency}) s
      full join changes c using (customer_id, weeks_late)
    )
    select d.weeks_late as weeks, sum(d.paid)::bigint as everyone,
      (array_agg(d.customer_id) filter (where b.customer_id is not null))::text as customers,
      (array_agg(d.paid) filter (where b.customer_id is not null))::text as amounts
    from delays d left join (
      select b.customer_id from customer_balances b
      where b.account_id = ${ctx.accountId} and b.currency = ${currency} and b.owed_minor > 0) b using (customer_id)
    where d.paid > 0 group by d.weeks_late`.execute(ctx.db)
  return result.rows.flatMap(({ weeks: weeksLate, everyone, ...packed }) => [
    { customerId: null, weeksLate, minor: everyone },
    ...unpack(packed, (customerId, minor) => ({ customerId, weeksLate, minor })),
  ])
}

function unpack<Item>(
  { customers, amounts }: Packed,
  toItem: (customerId: string, minor: bigint) => Item,
): Item[] {
  const minor = listOf(amounts)
  return listOf(customers).map((customerId, at) => toItem(customerId, BigInt(minor[at]!)))
}

/** The parts of an array's text without quoted ones. */
const listOf = (array: string | null): string[] => array?.slice(1, -1).split(',') ?? []
