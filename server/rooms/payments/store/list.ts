import { type RawBuilder, sql } from 'kysely'
import type { Filter } from '../../../../contract/filters.ts'
import type { Ctx } from '../../../platform/context.ts'
import { type FilterColumn, filterConditions } from '../../../platform/db/filtering.ts'
import { likePattern } from '../../../platform/db/search.ts'
import type { PaymentRow } from '../rules/records.ts'

export interface PaymentSelection {
  /** '' for everything. */
  readonly search: string
  readonly customerId?: string | undefined
  readonly filters: readonly Filter[]
  /** In whose decimals amounts of filters are read, and in whose days dates are. */
  readonly currency: string
  readonly timezone: string
}

export interface PaymentPage {
  readonly column: string
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

const filterColumns = (timezone: string): Record<string, FilterColumn> => ({
  status: { expression: sql`p.status`, kind: 'text' },
  type: { expression: sql`p.type`, kind: 'text' },
  total: { expression: sql`(p.amount_minor + p.surcharge_minor)`, kind: 'amount' },
  created: { expression: sql`(p.created_at at time zone ${timezone})::date`, kind: 'date' },
  total_currency: { expression: sql`p.currency`, kind: 'text' },
  posted: { expression: sql`(p.posted_at is not null)`, kind: 'boolean' },
})

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

const MOST_FOUND = 10_000

function conditions(ctx: Ctx, selection: PaymentSelection): RawBuilder<boolean> {
  const { search, customerId, filters, currency, timezone } = selection
  const parts = [
    sql<boolean>`p.account_id = ${ctx.accountId}`,
    ...(customerId ? [sql<boolean>`p.customer_id = ${customerId}::uuid`] : []),
    ...(search === ''
      ? []
      : [sql<boolean>`p.id in (select find_payments(${likePattern(search)}, ${search}, ${MOST_FOUND}))`]),
    ...(filters.length === 0 ? [] : [filterConditions(filters, filterColumns(timezone), currency)]),
  ]
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

const ROWS = sql`
  select p.*, c.short_name,
    (select coalesce(sum(r.amount_minor), 0)::bigint from refunds r
     where r.account_id = p.account_id and r.payment_id = p.id and r.status = 'waiting') as refunding_minor
  from payments p join customers c on c.account_id = p.account_id and c.id = p.customer_id`

export async function selectPayments(
  ctx: Ctx,
  selection: PaymentSelection,
  page: PaymentPage,
): Promise<PaymentRow[]> {
  const result = await sql<PaymentRow>`
    ${ROWS} where ${conditions(ctx, selection)} order by ${orderOf(page)} limit ${page.limit} offset ${page.offset}`.execute(
    ctx.db,
  )
  return result.rows
}

export async function countPayments(ctx: Ctx, selection: PaymentSelection): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from payments p where ${conditions(ctx, selection)}`.execute(ctx.db)
  return result.rows[0]!.count
}

/** The newest payments. */
export async function newestPayments(ctx: Ctx, limit: number): Promise<PaymentRow[]> {
  const result = await sql<PaymentRow>`
    ${ROWS} where p.account_id = ${ctx.accountId} order by p.created_at desc, p.id desc limit ${limit}`.execute(
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
  readonly state: string
}

/** The invoices that a payment settles, in the order of settlement. */
export async function invoicesOfPayment(ctx: Ctx, paymentId: string): Promise<PaidInvoice[]> {
  const result = await sql<PaidInvoice>`
    select i.id, i.number, s.amount_minor as "amountMinor", s.state from payment_allocations s
      join invoices i on i.account_id = s.account_id and i.id = s.invoice_id
    where s.account_id = ${ctx.accountId} and s.payment_id = ${paymentId} order by s.position`.execute(ctx.db)
  return result.rows
}
