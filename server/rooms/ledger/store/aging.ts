import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'

/** Amounts owed in one currency by age on a given day. The buckets are exclusive and add up to `total`. */
export interface Aging {
  readonly currency: string
  readonly current: bigint
  readonly days_30: bigint
  readonly days_60: bigint
  readonly days_90: bigint
  readonly over_90: bigint
  readonly total: bigint
  readonly counts: {
    current: number
    days_30: number
    days_60: number
    days_90: number
    over_90: number
    total: number
  }
}

interface AgingRow {
  currency: string
  current: bigint
  days_30: bigint
  days_60: bigint
  days_90: bigint
  over_90: bigint
  total: bigint
  n_current: number
  n_30: number
  n_60: number
  n_90: number
  n_over: number
  n: number
}

/**
 * SQL condition: the due date lies in a bucket on a given day. Shared by the aging report and by lists
 * filtered by bucket.
 */
export function bucketCondition(
  bucket: 'current' | 'days_30' | 'days_60' | 'days_90' | 'over_90',
  dueDate: RawBuilder<unknown>,
  today: CalendarDate,
): RawBuilder<boolean> {
  const day = sql`${today}::date`
  switch (bucket) {
    case 'current':
      return sql<boolean>`${dueDate} >= ${day}`
    case 'days_30':
      return sql<boolean>`(${dueDate} < ${day} and ${dueDate} >= ${day} - 30)`
    case 'days_60':
      return sql<boolean>`(${dueDate} < ${day} - 30 and ${dueDate} >= ${day} - 60)`
    case 'days_90':
      return sql<boolean>`(${dueDate} < ${day} - 60 and ${dueDate} >= ${day} - 90)`
    case 'over_90':
      return sql<boolean>`${dueDate} < ${day} - 90`
  }
}

/** Aging by currency, largest total first; of these customers together when any are given. */
export async function agingOf(ctx: Ctx, today: CalendarDate, ...customerIds: string[]): Promise<Aging[]> {
  const due = sql`r.due_date`
  const sum = (bucket: Parameters<typeof bucketCondition>[0]) =>
    sql`coalesce(sum(r.remaining_minor) filter (where ${bucketCondition(bucket, due, today)}), 0)::bigint`
  const count = (bucket: Parameters<typeof bucketCondition>[0]) =>
    sql`count(*) filter (where ${bucketCondition(bucket, due, today)})::int`
  const ofCustomers = customerIds.length === 0 ? sql`true` : sql`r.customer_id = any(${customerIds}::uuid[])`
  const result = await sql<AgingRow>`
    select r.currency, ${sum('current')} as current, ${sum('days_30')} as days_30, ${sum('days_60')} as days_60, ${sum('days_90')} as days_90,
      ${sum('over_90')} as over_90, coalesce(sum(r.remaining_minor), 0)::bigint as total,
      ${count('current')} as n_current, ${count('days_30')} as n_30, ${count('days_60')} as n_60, ${count('days_90')} as n_90,
      ${count('over_90')} as n_over, count(*)::int as n
    from receivables r
    where r.account_id = ${ctx.accountId} and r.remaining_minor > 0 and ${ofCustomers}
    group by r.currency order by total desc`.execute(ctx.db)
  return result.rows.map(toAging)
}

const toAging = (row: AgingRow): Aging => ({
  currency: row.currency,
  current: row.current,
  days_30: row.days_30,
  days_60: row.days_60,
  days_90: row.days_90,
  over_90: row.over_90,
  total: row.total,
  counts: {
    current: row.n_current,
    days_30: row.n_30,
    days_60: row.n_60,
    days_90: row.n_90,
    over_90: row.n_over,
    total: row.n,
  },
})

/** Aging of a customer without open invoices in this currency. */
export const nothingOwed = (currency: string): Aging => ({
  currency,
  current: 0n,
  days_30: 0n,
  days_60: 0n,
  days_90: 0n,
  over_90: 0n,
  total: 0n,
  counts: { current: 0, days_30: 0, days_60: 0, days_90: 0, over_90: 0, total: 0 },
})

/** Amount that payments under way have reserved on a customer's invoices in one currency. */
export async function reservedOf(ctx: Ctx, customerId: string, currency: string): Promise<bigint> {
  const result = await sql<{ reserved: bigint }>`
    select coalesce(sum(reserved_minor), 0)::bigint as reserved from receivables
    where account_id = ${ctx.accountId} and customer_id = ${customerId} and currency = ${currency} and reserved_minor > 0`.execute(
    ctx.db,
  )
  return result.rows[0]!.reserved
}

export interface CustomerBalance {
  readonly currency: string
  readonly owedMinor: bigint
  readonly paidMinor: bigint
  readonly unappliedMinor: bigint
}

export async function customerBalanceOf(
  ctx: Ctx,
  customerId: string,
  currency: string,
): Promise<CustomerBalance> {
  const row = await ctx.db
    .selectFrom('customer_balances')
    .select(['owed_minor', 'paid_minor', 'unapplied_minor'])
    .where('account_id', '=', ctx.accountId)
    .where('customer_id', '=', customerId)
    .where('currency', '=', currency)
    .executeTakeFirst()
  return {
    currency,
    owedMinor: row?.owed_minor ?? 0n,
    paidMinor: row?.paid_minor ?? 0n,
    unappliedMinor: row?.unapplied_minor ?? 0n,
  }
}
