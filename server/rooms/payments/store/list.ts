import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { nearerEnd, pageOf } from '../../../platform/db/window.ts'
import type { PaymentRow } from '../rules/records.ts'
import { keptCount } from './counters.ts'
import { conditionOf, isOfKinds, type PaymentSelection } from './selection.ts'

export interface PaymentPage {
  readonly column: string
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

/** What a list is ordered by, each with what decides among equals, so that an index serves it; or the same from its end. */
function orderOf({ column, direction }: PaymentPage, fromEnd: boolean): RawBuilder<unknown> {
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

/** How many payments a selection has, by which condition, and how many the account has. */
export interface PaymentsExtent {
  readonly condition: RawBuilder<boolean>
  readonly count: number
  readonly total: number
}

/** Counted only where no kept count tells. */
export async function countPayments(ctx: Ctx, selection: PaymentSelection): Promise<PaymentsExtent> {
  const { filters, currency } = selection
  const condition = await conditionOf(ctx, selection)
  const count = isOfKinds(selection)
    ? keptCount(ctx, filters, currency)
    : sql`(select count(*)::int from payments p where ${condition})`
  const result = await sql<{ count: number; total: number }>`
    select ${count} as count, ${keptCount(ctx, [], currency)} as total`.execute(ctx.db)
  return { condition, ...result.rows[0]! }
}

/**
 * One page of a selection. A page nearer to the end is read from the end, so that the last one costs what the first one
 * does. Rows that the page skips are not joined with anything.
 */
export async function selectPayments(
  ctx: Ctx,
  { condition, count, total }: PaymentsExtent,
  page: PaymentPage,
): Promise<PaymentRow[]> {
  const way = nearerEnd(page, count)
  if (!way) return []
  const { limit, offset, fromEnd } = way
  const customers =
    page.column === 'customer'
      ? sql`join customers c on c.account_id = p.account_id and c.id = p.customer_id`
      : sql``
  const ordered = sql`order by ${orderOf(page, fromEnd)} ${pageOf(limit, offset)}`
  // Few of many are fetched and then sorted: along the order they would come by one at a time. `offset 0` keeps the
  // planner, which knows nothing of that, from the order's index.
  const comeBy = ((offset + limit) * total) / count
  const ids =
    count < total && count < comeBy
      ? sql`select p.id from (select * from payments p where ${condition} offset 0) p ${customers} ${ordered}`
      : sql`select p.id from payments p ${customers} where ${condition} ${ordered}`
  const result = await sql<PaymentRow>`
    with page as materialized (${ids})
    ${ROWS} where p.account_id = ${ctx.accountId} and p.id in (select id from page) order by ${orderOf(page, false)}`.execute(
    ctx.db,
  )
  return result.rows
}

/** The newest payments. */
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

/** The invoices that a payment settles, in the order of settlement. */
export async function invoicesOfPayment(ctx: Ctx, paymentId: string): Promise<PaidInvoice[]> {
  const result = await sql<PaidInvoice>`
    select i.id, i.number, s.amount_minor as "amountMinor", s.reversed_minor as "reversedMinor", s.state from payment_allocations s
      join invoices i on i.account_id = s.account_id and i.id = s.invoice_id
    where s.account_id = ${ctx.accountId} and s.payment_id = ${paymentId} order by s.position`.execute(ctx.db)
  return result.rows
}
