import { type RawBuilder, sql } from 'kysely'
import type { Filter } from '../../../../contract/filters.ts'
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
  const columns: Record<string, FilterColumn> = {
    ...COLUMNS,
    created: { expression: sql`p.created_at`, kind: 'date', timezone },
  }
  const parts = [
    sql<boolean>`p.account_id = ${ctx.accountId}`,
    ...(customerId ? [sql<boolean>`p.customer_id = ${customerId}::uuid`] : []),
    ...(search === '' ? [] : [sql<boolean>`p.id = any(${await idsFound(ctx, search)}::uuid[])`]),
    ...(filters.length === 0 ? [] : [filterConditions(filters, columns, currency)]),
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
