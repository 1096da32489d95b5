import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { pageOf } from '../../../platform/db/window.ts'
import type { PaymentRow } from '../rules/records.ts'
import { conditionOf, isEverything, isOfKinds, type PaymentSelection } from './selection.ts'
import { keptCount } from './tallies.ts'

export interface PaymentPage {
  readonly column: string
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

/** What a list is ordered by, each with what decides among equals, so that an index serves it. */
function orderOf({ column, direction }: PaymentPage): RawBuilder<unknown> {
  const [along, against] = direction === 'desc' ? [sql`desc`, sql`asc`] : [sql`asc`, sql`desc`]
  switch (column) {
    case 'total':
      return sql`(p.amount_minor + p.surcharge_minor) ${along}, p.id ${along}`
    case 'status':
      return sql`p.status ${along}, p.created_at ${against}, p.id ${against}`
    case 'customer':
      return sql`c.name_key ${along}, c.id ${along}, p.created_at desc, p.id desc`
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

export interface PaymentsFound {
  readonly count: number
  readonly rows: PaymentRow[]
}

/** One page of a selection, and how many there are in all. Rows that the page skips are not joined with anything. */
export async function findPayments(
  ctx: Ctx,
  selection: PaymentSelection,
  page: PaymentPage,
): Promise<PaymentsFound> {
  const condition = await conditionOf(ctx, selection)
  const order = orderOf(page)
  const customers =
    page.column === 'customer'
      ? sql`join customers c on c.account_id = p.account_id and c.id = p.customer_id`
      : sql``
  const { count, total } = await countOf(ctx, selection, condition)
  const ordered = sql`order by ${order} ${pageOf(page.limit, page.offset)}`
  // Few of many are fetched and then sorted: along the order they would come by one at a time. `offset 0` keeps the
  // planner, which knows nothing of that, from the order's index.
  const comeBy = ((page.offset + page.limit) * total) / Math.max(count, 1)
  const ids =
    !isEverything(selection) && count < comeBy
      ? sql`select p.id from (select * from payments p where ${condition} offset 0) p ${customers} ${ordered}`
      : sql`select p.id from payments p ${customers} where ${condition} ${ordered}`
  const result = await sql<PaymentRow>`
    with page as materialized (${ids})
    ${ROWS} where p.account_id = ${ctx.accountId} and p.id in (select id from page) order by ${order}`.execute(
    ctx.db,
  )
  return { count, rows: result.rows }
}

/** How many payments are selected, counted only where no kept count tells, and how many the account has. */
async function countOf(
  ctx: Ctx,
  selection: PaymentSelection,
  condition: RawBuilder<boolean>,
): Promise<{ count: number; total: number }> {
  const { filters, currency } = selection
  const count = isOfKinds(selection)
    ? keptCount(ctx, filters, currency)
    : sql`(select count(*)::int from payments p where ${condition})`
  const result = await sql<{ count: number; total: number }>`
    select ${count} as count, ${keptCount(ctx, [], currency)} as total`.execute(ctx.db)
  return result.rows[0]!
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
