import { type RawBuilder, sql } from 'kysely'
import type { Filter } from '../../../../contract/filters.ts'
import type { Ctx } from '../../../platform/context.ts'
import { type FilterColumn, filterConditions } from '../../../platform/db/filtering.ts'
import { idsInOrder, listedIds } from '../../../platform/db/rows/id-lists.ts'
import { likePattern } from '../../../platform/db/search.ts'
import { pageOf } from '../../../platform/db/window.ts'
import type { MemoFacts } from '../rules.ts'
import { countFromCounters } from './counters.ts'
import { COLUMNS, JOINS, visibleTo } from './memos.ts'

export interface MemoQuery {
  readonly customerId: string | undefined
  /** Empty, or at least 3 characters. */
  readonly search: string
  readonly filters: readonly Filter[]
  /** The currency of amount filters. */
  readonly currency: string
  readonly column: string
  readonly direction: 'asc' | 'desc'
  readonly offset: number
  readonly limit: number
}

const ORDERS = {
  number: sql`number_key_of(m.number)`,
  issued_on: sql`m.issued_on`,
  total: sql`m.total_minor`,
  remaining: sql`coalesce(b.remaining_minor, 0)`,
  customer: sql`lower(c.short_name)`,
} as const

type MemoMatch = Omit<MemoQuery, 'offset' | 'limit'>

const FILTERED: Record<string, FilterColumn> = {
  issued_on: { expression: sql`m.issued_on`, kind: 'date' },
  total: { expression: sql`m.total_minor`, kind: 'amount' },
  remaining: { expression: sql`coalesce(b.remaining_minor, 0)`, kind: 'amount' },
  currency: { expression: sql`m.currency`, kind: 'text' },
}

function whereOf(ctx: Ctx, { search, customerId, filters, currency }: MemoMatch): RawBuilder<boolean> {
  const pattern = likePattern(search)
  const conditions = [sql<boolean>`m.account_id = ${ctx.accountId}`, visibleTo(ctx)]
  if (customerId !== undefined) conditions.push(sql<boolean>`m.customer_id = ${customerId}`)
  if (search !== '')
    conditions.push(sql<boolean>`(lower(m.number) like ${pattern} or c.search_text like ${pattern})`)
  if (filters.length > 0) conditions.push(filterConditions(filters, FILTERED, currency))
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

function orderOf({ column, direction }: MemoMatch): RawBuilder<unknown> {
  const along = direction === 'asc' ? sql`asc` : sql`desc`
  return sql`${ORDERS[column as keyof typeof ORDERS]} ${along}, m.id ${along}`
}

/** Returns the ids of the matching memos in their order, 16 bytes each. */
export const selectMemoIds = (ctx: Ctx, query: MemoMatch): Promise<Buffer> =>
  idsInOrder(
    ctx,
    sql`select m.id from credit_memos m ${JOINS} where ${whereOf(ctx, query)} order by ${orderOf(query)}`,
  )

/** Returns the memos with these ids, in their order. */
export async function selectListed(ctx: Ctx, ids: readonly string[]): Promise<MemoFacts[]> {
  const result = await sql<MemoFacts>`
    select ${COLUMNS} from credit_memos m ${JOINS} join (${listedIds(ids)}) page on page.id = m.id
    where m.account_id = ${ctx.accountId} and ${visibleTo(ctx)} order by page.key`.execute(ctx.db)
  return result.rows
}

/** Returns one page of memos and the total count. */
export async function selectMemos(ctx: Ctx, query: MemoQuery): Promise<{ count: number; rows: MemoFacts[] }> {
  const where = whereOf(ctx, query)
  const counted = await sql<{ count: number }>`select ${countOf(ctx, query, where)} as count`.execute(ctx.db)
  const page = await sql<MemoFacts>`
    select ${COLUMNS} from credit_memos m ${JOINS} where ${where}
    order by ${orderOf(query)} ${pageOf(query.limit, query.offset)}`.execute(ctx.db)
  return { count: counted.rows[0]!.count, rows: page.rows }
}

/** Reads the counter when staff list without a search; counts rows otherwise. */
const countOf = (ctx: Ctx, query: MemoQuery, where: RawBuilder<boolean>): RawBuilder<number> =>
  (ctx.actor.kind === 'staff' || ctx.actor.kind === 'api_key') &&
  query.search === '' &&
  query.filters.length === 0
    ? countFromCounters(ctx, query.customerId ?? ctx.accountId)
    : sql<number>`(select count(*)::int from credit_memos m ${JOINS} where ${where})`
