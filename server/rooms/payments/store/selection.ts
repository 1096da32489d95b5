import { type RawBuilder, sql } from 'kysely'
import type { Filter } from '../../../../contract/filters.ts'
import { addDays } from '../../../../domain/dates/calendar.ts'
import { startOfDayInZone } from '../../../../domain/dates/time-zone.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { type FilterColumn, filterConditions } from '../../../platform/db/filtering.ts'
import { likePattern } from '../../../platform/db/search.ts'
import { areCounted } from './counters.ts'

/** Selection of a payment list. */
export interface PaymentSelection {
  /** '' for everything. */
  readonly search: string
  readonly customerId?: string | undefined
  readonly filters: readonly Filter[]
  /** Currency of amount filters and time zone of date filters. */
  readonly currency: string
  readonly timezone: string
}

const COLUMNS: Record<string, FilterColumn> = {
  status: { expression: sql`p.status`, kind: 'text' },
  type: { expression: sql`p.type`, kind: 'text' },
  total: { expression: sql`(p.amount_minor + p.surcharge_minor)`, kind: 'amount' },
  total_currency: { expression: sql`p.currency`, kind: 'text' },
  unapplied: { expression: sql`p.unapplied_minor`, kind: 'amount' },
  booked_on: { expression: sql`p.booked_on`, kind: 'date' },
  posted: { expression: sql`(p.posted_at is not null)`, kind: 'boolean' },
}

/** True when the counters cover the selection: all payments of the account, or some kinds. */
export const isCounted = ({ search, customerId, filters }: PaymentSelection): boolean =>
  search === '' && customerId === undefined && areCounted(filters)

/** The selection as a condition on payments `p`. A search is resolved to ids first, by index. */
export async function conditionOf(ctx: Ctx, selection: PaymentSelection): Promise<RawBuilder<boolean>> {
  const { search, customerId, filters, currency, timezone } = selection
  const days = filters.filter((filter) => filter.name === 'created')
  const others = filters.filter((filter) => filter.name !== 'created')
  const parts = [
    sql<boolean>`p.account_id = ${ctx.accountId}`,
    ...(customerId ? [sql<boolean>`p.customer_id = ${customerId}::uuid`] : []),
    ...(search === '' ? [] : [sql<boolean>`p.id = any(${await idsFound(ctx, search)}::uuid[])`]),
    ...days.map((filter) => createdCondition(filter, timezone)),
    ...(others.length === 0 ? [] : [filterConditions(others, COLUMNS, currency)]),
  ]
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

const MAX_FOUND = 5000

/** Row-level security prevents LIKE from using indexes, so a function searches them and returns only ids. */
async function idsFound(ctx: Ctx, search: string): Promise<string[]> {
  const result = await sql<{ ids: string[] }>`
    select coalesce(array_agg(id), '{}') as ids
    from find_payments(${likePattern(search)}, ${search}, ${MAX_FOUND}) as id`.execute(ctx.db)
  return result.rows[0]!.ids
}

/** A filter on the day of creation, as instants in the account's time zone, so that an index serves it. */
function createdCondition({ operator, argument, exclude }: Filter, timezone: string): RawBuilder<boolean> {
  const from = asDate(startOfDayInZone(argument, timezone))
  const to = asDate(startOfDayInZone(addDays(argument, 1), timezone))
  const within = sql<boolean>`(p.created_at >= ${from} and p.created_at < ${to})`
  const conditions: Record<Filter['operator'], RawBuilder<boolean>> = {
    eq: within,
    neq: sql<boolean>`not ${within}`,
    lt: sql<boolean>`p.created_at < ${from}`,
    lte: sql<boolean>`p.created_at < ${to}`,
    gt: sql<boolean>`p.created_at >= ${to}`,
    gte: sql<boolean>`p.created_at >= ${from}`,
  }
  return exclude ? sql<boolean>`not (${conditions[operator]})` : conditions[operator]
}
