import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { InvoiceRecord } from './invoices.ts'
import type { Source } from './selection.ts'
import type { Sum } from './tallies.ts'

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
> & { short_name: string; remaining_minor: bigint }

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

/** True when a list in this order has to be read together with the customers. */
export const ordersByCustomer = (column: string): boolean => column === 'customer'

/**
 * One page of a selection that holds `count` invoices. A page nearer to the end is read from the end, so that the
 * last one costs what the first one does; only ids are read on the way there.
 */
export async function selectPage(
  ctx: Ctx,
  source: Source,
  count: number,
  window: Window,
): Promise<ListedInvoice[]> {
  const limit = Math.min(window.limit, count - window.offset)
  if (limit <= 0) return []
  const fromEnd = window.offset > count / 2
  const offset = fromEnd ? count - window.offset - limit : window.offset
  const ascending = (window.direction === 'asc') !== fromEnd
  const direction = ascending ? sql`asc` : sql`desc`
  const ids = idsOf(ctx, source, window.column, direction, offset + limit)
  const shown = window.direction === 'asc' ? sql`asc` : sql`desc`
  const result = await sql<ListedInvoice>`
    select i.id, i.number, i.customer_id, i.state, i.transaction_type, i.currency, i.invoice_date, i.due_date, i.total_minor,
      i.sent_at, i.viewed_at, c.short_name, coalesce(r.remaining_minor, 0) as remaining_minor
    from (select * from (${ids}) every order by key ${direction}, id ${direction} limit ${limit} offset ${offset}) page
      join invoices i on i.account_id = ${ctx.accountId} and i.id = page.id
      join customers c on c.account_id = i.account_id and c.id = i.customer_id
      left join receivables r on r.account_id = i.account_id and r.invoice_id = i.id
    order by page.key ${shown}, page.id ${shown}`.execute(ctx.db)
  return result.rows
}

/** The ids of a selection with what they are ordered by, as far as `most` of them. */
function idsOf(
  ctx: Ctx,
  source: Source,
  column: string,
  direction: RawBuilder<unknown>,
  most: number,
): RawBuilder<unknown> {
  const { from, where, scale } = source
  const owed = scale.scaled(sql<bigint>`r.remaining_minor`)
  if (column !== 'remaining') {
    const key = column === 'total' ? scale.scaled(sql<bigint>`i.total_minor`) : ORDERS[column]!
    return sql`select i.id, ${key} as key from ${from} where ${where} order by ${key} ${direction}, i.id ${direction} limit ${most}`
  }
  if (!source.outer)
    return sql`select i.id, ${owed} as key from ${from} where ${where}
      order by ${owed} ${direction}, r.invoice_id ${direction} limit ${most}`
  // What was never owed has no receivable and stands at zero: two ordered halves are merged, so that each has its index.
  return sql`
    (select i.id, ${owed} as key from ${from} where ${where} and r.account_id = ${ctx.accountId} and r.remaining_minor >= 0
     order by ${owed} ${direction}, r.invoice_id ${direction} limit ${most})
    union all
    (select i.id, 0::bigint as key from ${from} where ${where} and i.state = 'draft' and r.invoice_id is null
     order by i.id ${direction} limit ${most})`
}

/** Counts a selection that the tallies can't tell, by currency. */
export async function countSelection(ctx: Ctx, source: Source, today: CalendarDate): Promise<Sum[]> {
  const result = await sql<Sum>`
    select i.currency, count(*)::int as count, coalesce(sum(${source.remaining}), 0)::bigint as "remainingMinor",
      coalesce(sum(${source.remaining}) filter (where i.due_date < ${today}::date), 0)::bigint as "pastDueMinor"
    from ${source.from} where ${source.where} group by i.currency`.execute(ctx.db)
  return result.rows
}
