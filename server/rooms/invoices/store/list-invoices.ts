import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import { idsInOrder, listedIds } from '../../../platform/db/rows/id-lists.ts'
import { limitAbout, nearerEnd, pageOf } from '../../../platform/db/window.ts'
import type { InvoiceRecord } from './invoices.ts'
import { type PlanColumns, planColumns, planJoin } from './plan-columns.ts'
import type { Found, Match } from './search.ts'
import { type Chosen, invoicesOf, isOwed, isSettled, owedOf } from './selection.ts'

export type ListedInvoice = Pick<
  InvoiceRecord,
  | 'id'
  | 'number'
  | 'customer_id'
  | 'state'
  | 'transaction_type'
  | 'currency'
  | 'invoice_date'
  | 'due_date'
  | 'total_minor'
  | 'sent_at'
  | 'viewed_at'
> &
  PlanColumns & {
    short_name: string
    remaining_minor: bigint
    reserved_minor: bigint
    /** Day of the open promise. */
    promised_on: CalendarDate | null
    disputed: boolean
  }

export interface Window {
  readonly column: string
  readonly direction: 'asc' | 'desc'
  readonly offset: number
  readonly limit: number
}

const ORDERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  number: sql`i.number_key`,
  invoice_date: sql`i.invoice_date`,
  due_date: sql`i.due_date`,
  customer: sql`lower(c.short_name)`,
}

/** Number of selected invoices, and of those among which a search ran. */
export interface Extent {
  readonly count: number
  readonly searched: number
}

/**
 * Returns one page of a selection with `count` invoices. A page in the second half is read from the end, so
 * that the last page costs as much as the first. Skipped rows are read as ids only.
 */
export async function selectPage(
  ctx: Ctx,
  selected: Chosen,
  found: Found | null,
  { count, searched }: Extent,
  window: Window,
): Promise<ListedInvoice[]> {
  const range = nearerEnd(window, count)
  if (!range) return []
  const { limit, offset, fromEnd } = range
  const chosen = { ...selected, match: found && cheaperMatch(found, offset + limit, { count, searched }) }
  const ascending = (window.direction === 'asc') !== fromEnd
  const direction = ascending ? sql`asc` : sql`desc`
  const ids = idsOf(ctx, chosen, window.column, direction, offset + limit)
  const page = sql`select * from (${ids}) every order by key ${direction}, id ${direction} ${pageOf(limit, offset)}`
  return rowsOf(ctx, page, window.direction === 'asc' ? sql`asc` : sql`desc`)
}

/**
 * Returns the ids of a selection in its order, 16 bytes each. `all`: number of invoices in the account; `only`: leaves all others
 * out.
 */
export async function selectIds(
  ctx: Ctx,
  selected: Chosen,
  found: Found | null,
  all: number,
  {
    column,
    direction,
    only,
  }: Pick<Window, 'column' | 'direction'> & { only?: readonly string[] | undefined },
): Promise<Buffer> {
  const order = direction === 'asc' ? sql`asc` : sql`desc`
  const ids = idsOf(ctx, { ...selected, match: found?.atOnce ?? null }, column, order, all)
  return idsInOrder(ctx, sql`select id, key from (${ids}) every order by key ${order}, id ${order}`, only)
}

/** Returns the invoices with these ids, in their order. One that is gone is left out. */
export const selectListed = (ctx: Ctx, ids: readonly string[]): Promise<ListedInvoice[]> =>
  rowsOf(ctx, listedIds(ids), sql`asc`)

/** Reads the invoices of `page`, a statement that returns ids with sort keys. */
async function rowsOf(
  ctx: Ctx,
  page: RawBuilder<unknown>,
  direction: RawBuilder<unknown>,
): Promise<ListedInvoice[]> {
  const result = await sql<ListedInvoice>`
    select i.id, i.number, i.customer_id, i.state, i.transaction_type, i.currency, i.invoice_date, i.due_date, i.total_minor,
      i.sent_at, i.viewed_at, c.short_name, coalesce(r.remaining_minor, 0) as remaining_minor,
      coalesce(r.reserved_minor, 0) as reserved_minor,
      (select p.promised_on from promises p
        where p.account_id = i.account_id and p.invoice_id = i.id and p.state = 'open') as promised_on,
      exists (select from disputes d
        where d.account_id = i.account_id and d.invoice_id = i.id and d.state = 'open') as disputed,
      ${planColumns}
    from (${page}) page
      join invoices i on i.account_id = ${ctx.accountId} and i.id = page.id
      join customers c on c.account_id = i.account_id and c.id = i.customer_id
      left join receivables r on r.account_id = i.account_id and r.invoice_id = i.id${planJoin}
    order by page.key ${direction}, page.id ${direction}`.execute(ctx.db)
  return result.rows
}

/**
 * Chooses the match that reads fewer rows. In order, one in `searched / count` rows matches; at once, all
 * matches are fetched and sorted.
 */
const cheaperMatch = (found: Found, most: number, { count, searched }: Extent): Match =>
  (most * searched) / count < count ? found.onTheWay : found.atOnce

/** Returns about `most` selected ids with their sort keys. */
function idsOf(
  ctx: Ctx,
  chosen: Chosen,
  column: string,
  direction: RawBuilder<unknown>,
  most: number,
): RawBuilder<unknown> {
  if (isOwed(chosen.selection) && (column === 'due_date' || column === 'remaining'))
    return idsOfOwed(ctx, chosen, column, direction, most)
  if (column === 'remaining') return idsByRemaining(ctx, chosen, direction, most)
  const { from, where } = invoicesOf(ctx, chosen, column === 'customer')
  const key = column === 'total' ? chosen.scale.scaled(sql<bigint>`i.total_minor`, 'i') : ORDERS[column]!
  return sql`select i.id, ${key} as key from ${from} where ${where} order by ${key} ${direction}, i.id ${direction} ${limitAbout(most)}`
}

/** Orders owed invoices by receivables alone where their columns suffice, which skips settled invoices. */
function idsOfOwed(
  ctx: Ctx,
  chosen: Chosen,
  column: 'due_date' | 'remaining',
  direction: RawBuilder<unknown>,
  most: number,
): RawBuilder<unknown> {
  const { from, where } = owedOf(ctx, chosen)
  const key =
    column === 'due_date' ? sql`r.due_date` : chosen.scale.scaled(sql<bigint>`r.remaining_minor`, 'r')
  return sql`select r.invoice_id as id, ${key} as key from ${from} where ${where}
    order by ${key} ${direction}, r.invoice_id ${direction} ${limitAbout(most)}`
}

/** Merges two ordered halves, each with its own index: drafts have no receivable and count as zero. */
function idsByRemaining(
  ctx: Ctx,
  chosen: Chosen,
  direction: RawBuilder<unknown>,
  most: number,
): RawBuilder<unknown> {
  const { from, where } = invoicesOf(ctx, chosen, false)
  const atZero = sql`(select i.id, 0::bigint as key from ${from} where ${where}`
  if (isSettled(chosen.selection)) return sql`${atZero} order by i.id ${direction} ${limitAbout(most)})`
  const owed = chosen.scale.scaled(sql<bigint>`r.remaining_minor`, 'i')
  const halves = sql`(select i.id, ${owed} as key from ${from} where ${where} and r.account_id = ${ctx.accountId}
     order by ${owed} ${direction}, r.invoice_id ${direction} ${limitAbout(most)})`
  return sql`${halves} union all ${atZero} and i.state = 'draft' order by i.id ${direction} ${limitAbout(most)})`
}
