import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { idsInOrder, listedIds } from '../../../platform/db/rows/id-lists.ts'
import { nearerEnd, pageOf } from '../../../platform/db/window.ts'
import type { PaymentRow } from '../rules/records.ts'
import { type PaymentSum, sumsFromCounters } from './counters.ts'
import { conditionOf, isCounted, type PaymentSelection } from './selection.ts'

export interface PaymentPage {
  readonly column: string
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

/** Order of a list, with a tiebreaker for equal rows so that an index serves it; optionally reversed. */
function orderOf(
  { column, direction }: Pick<PaymentPage, 'column' | 'direction'>,
  fromEnd: boolean,
): RawBuilder<unknown> {
  const [along, against] = (direction === 'desc') !== fromEnd ? [sql`desc`, sql`asc`] : [sql`asc`, sql`desc`]
  switch (column) {
    case 'total':
      return sql`(p.amount_minor + p.surcharge_minor) ${along}, p.id ${along}`
    case 'status':
      return sql`p.status ${along}, p.created_at ${against}, p.id ${against}`
    case 'customer':
      return fromEnd
        ? sql`c.name_key ${along}, c.id ${along}, p.created_at, p.id`
        : sql`c.name_key ${along}, c.id ${along}, p.created_at desc, p.id desc`
    case 'transaction_number':
      return sql`p.number_key ${along}, p.id ${along}`
    default:
      return sql`p.created_at ${along}, p.id ${along}`
  }
}

const ROWS = sql`
  select p.*, c.short_name,
    (select coalesce(sum(r.amount_minor), 0)::bigint from refunds r
     where r.account_id = p.account_id and r.payment_id = p.id and r.status = 'waiting') as refunding_minor
  from payments p join customers c on c.account_id = p.account_id and c.id = p.customer_id`

/** The number of payments in a selection, its condition, and the number in the account. */
export interface PaymentsExtent {
  readonly condition: RawBuilder<boolean>
  readonly count: number
  readonly total: number
}

/** Counts and adds up a selection, by currency. Reads rows only when no counter covers it. */
export async function countPayments(
  ctx: Ctx,
  selection: PaymentSelection,
): Promise<PaymentsExtent & { readonly sums: readonly PaymentSum[] }> {
  const { filters, currency } = selection
  const condition = await conditionOf(ctx, selection)
  const chosen = isCounted(selection)
    ? sumsFromCounters(ctx, filters, currency)
    : sql`
      select p.currency, count(*)::int as count, sum(p.amount_minor + p.surcharge_minor)::bigint as "totalMinor",
        sum(p.collected_minor)::bigint as "collectedMinor"
      from payments p where ${condition} group by p.currency order by p.currency`
  const result = await sql<PaymentSum & { isChosen: boolean }>`
    select true as "isChosen", c.* from (${chosen}) c
    union all select false, a.* from (${sumsFromCounters(ctx, [], currency)}) a order by currency`.execute(
    ctx.db,
  )
  const { chosen: sums = [], all = [] } = Object.groupBy(result.rows, (row) =>
    row.isChosen ? 'chosen' : 'all',
  )
  return { condition, sums, count: numberOf(sums), total: numberOf(all) }
}

const numberOf = (sums: readonly PaymentSum[]): number => sums.reduce((count, one) => count + one.count, 0)

/**
 * Returns one page of a selection. A page in the second half is read from the end, so that the last page
 * costs the same as the first. Skipped rows are not joined.
 */
export async function selectPayments(
  ctx: Ctx,
  { condition, count, total }: PaymentsExtent,
  page: PaymentPage,
): Promise<PaymentRow[]> {
  const range = nearerEnd(page, count)
  if (!range) return []
  const { limit, offset, fromEnd } = range
  const customers =
    page.column === 'customer'
      ? sql`join customers c on c.account_id = p.account_id and c.id = p.customer_id`
      : sql``
  const ordered = sql`order by ${orderOf(page, fromEnd)} ${pageOf(limit, offset)}`
  // A small part of many payments is fetched and then sorted; in index order the matching rows would be rare.
  // `offset 0` keeps the planner, which does not know this, from using the order's index.
  const scanned = ((offset + limit) * total) / count
  const ids =
    count < total && count < scanned
      ? sql`select p.id from (select * from payments p where ${condition} offset 0) p ${customers} ${ordered}`
      : sql`select p.id from payments p ${customers} where ${condition} ${ordered}`
  const result = await sql<PaymentRow>`
    with page as materialized (${ids})
    ${ROWS} where p.account_id = ${ctx.accountId} and p.id in (select id from page) order by ${orderOf(page, false)}`.execute(
    ctx.db,
  )
  return result.rows
}

/** Returns the ids of a selection in an order, 16 bytes each. */
export async function selectPaymentIds(
  ctx: Ctx,
  condition: RawBuilder<boolean>,
  order: Pick<PaymentPage, 'column' | 'direction'>,
): Promise<Buffer> {
  const customers =
    order.column === 'customer'
      ? sql`join customers c on c.account_id = p.account_id and c.id = p.customer_id`
      : sql``
  return idsInOrder(
    ctx,
    sql`select p.id from payments p ${customers} where ${condition} order by ${orderOf(order, false)}`,
  )
}

/** Returns the payments with these ids, in their order. */
export async function selectListed(ctx: Ctx, ids: readonly string[]): Promise<PaymentRow[]> {
  const result = await sql<PaymentRow>`
    ${ROWS} join (${listedIds(ids)}) page on page.id = p.id
    where p.account_id = ${ctx.accountId} order by page.key`.execute(ctx.db)
  return result.rows
}

export async function newestPayments(ctx: Ctx, limit: number): Promise<PaymentRow[]> {
  const result = await sql<PaymentRow>`
    ${ROWS} where p.account_id = ${ctx.accountId} order by p.created_at desc, p.id desc ${pageOf(limit, 0)}`.execute(
    ctx.db,
  )
  return result.rows
}

export async function onePayment(ctx: Ctx, id: string): Promise<PaymentRow | null> {
  const result = await sql<PaymentRow>`
    ${ROWS} where p.account_id = ${ctx.accountId} and p.id = ${id}`.execute(ctx.db)
  return result.rows[0] ?? null
}

export interface PaidInvoice {
  readonly id: string
  readonly number: string
  readonly amountMinor: bigint
  readonly reversedMinor: bigint
  readonly state: string
}

/** Returns the invoices that a payment settles, in the order of settlement. */
export async function invoicesOfPayment(ctx: Ctx, paymentId: string): Promise<PaidInvoice[]> {
  const result = await sql<PaidInvoice>`
    select i.id, i.number, s.amount_minor as "amountMinor", s.reversed_minor as "reversedMinor", s.state from payment_allocations s
      join invoices i on i.account_id = s.account_id and i.id = s.invoice_id
    where s.account_id = ${ctx.accountId} and s.payment_id = ${paymentId} order by s.position`.execute(ctx.db)
  return result.rows
}
