import { type RawBuilder, sql } from 'kysely'
import type { Filter } from '../../../../contract/filters.ts'
import type { Ctx } from '../../../platform/context.ts'
import { type FilterColumn, filterConditions } from '../../../platform/db/filtering.ts'
import { likePattern } from '../../../platform/db/search.ts'
import type { PaymentRow } from '../rules/records.ts'

const COLUMNS: Record<string, FilterColumn> = {
  status: { expression: sql`p.status`, kind: 'text' },
  type: { expression: sql`p.type`, kind: 'text' },
  total: { expression: sql`(p.amount_minor + p.surcharge_minor)`, kind: 'amount' },
  created: { expression: sql`(p.created_at at time zone a.timezone)::date`, kind: 'date' },
  total_currency: { expression: sql`p.currency`, kind: 'text' },
  posted: { expression: sql`(p.posted_at is not null)`, kind: 'boolean' },
}

const ORDERS: Record<string, RawBuilder<unknown>> = {
  created: sql`p.created_at`,
  total: sql`(p.amount_minor + p.surcharge_minor)`,
  status: sql`p.status`,
  customer: sql`lower(c.short_name)`,
  transaction_number: sql`p.number`,
}

export interface PaymentSelection {
  /** Lower-cased by the search itself; '' for everything. */
  readonly search: string
  readonly customerId?: string | undefined
  readonly paymentId?: string
  readonly filters: readonly Filter[]
  readonly currency: string
  readonly orderBy: { readonly column: string; readonly direction: 'asc' | 'desc' }
  readonly limit: number
  readonly offset: number
}

const rowColumns = sql`p.*, c.short_name,
  (select coalesce(sum(r.amount_minor), 0)::bigint from refunds r
   where r.account_id = p.account_id and r.payment_id = p.id and r.status = 'waiting') as refunding_minor`

const from = sql`payments p
  join customers c on c.account_id = p.account_id and c.id = p.customer_id
  join accounts a on a.account_id = p.account_id`

function conditions(ctx: Ctx, selection: PaymentSelection): RawBuilder<boolean> {
  const parts = [
    sql<boolean>`p.account_id = ${ctx.accountId}`,
    ...(selection.customerId ? [sql<boolean>`p.customer_id = ${selection.customerId}::uuid`] : []),
    ...(selection.paymentId ? [sql<boolean>`p.id = ${selection.paymentId}::uuid`] : []),
    ...(selection.search === '' ? [] : [searched(ctx, selection.search)]),
    ...(selection.filters.length === 0
      ? []
      : [filterConditions(selection.filters, COLUMNS, selection.currency)]),
  ]
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

/** By the payment's number, the last four digits, the customer, or the number of an invoice that it pays. */
function searched(ctx: Ctx, text: string): RawBuilder<boolean> {
  const pattern = likePattern(text)
  return sql<boolean>`p.id in (
    select q.id from payments q where q.account_id = ${ctx.accountId} and lower(q.number) like ${pattern}
    union select q.id from payments q where q.account_id = ${ctx.accountId} and q.method_last4 = ${text}
    union select q.id from payments q join customers k on k.account_id = q.account_id and k.id = q.customer_id
      where q.account_id = ${ctx.accountId} and k.search_text like ${pattern}
    union select s.payment_id from payment_allocations s join invoices i on i.account_id = s.account_id and i.id = s.invoice_id
      where s.account_id = ${ctx.accountId} and lower(i.number) like ${pattern})`
}

export async function selectPayments(ctx: Ctx, selection: PaymentSelection): Promise<PaymentRow[]> {
  const order = ORDERS[selection.orderBy.column] ?? ORDERS.created!
  const direction = selection.orderBy.direction === 'desc' ? sql`desc` : sql`asc`
  const result = await sql<PaymentRow>`
    select ${rowColumns} from ${from} where ${conditions(ctx, selection)}
    order by ${order} ${direction}, p.id ${direction} limit ${selection.limit} offset ${selection.offset}`.execute(
    ctx.db,
  )
  return result.rows
}

export async function countPayments(ctx: Ctx, selection: PaymentSelection): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from ${from} where ${conditions(ctx, selection)}`.execute(ctx.db)
  return result.rows[0]!.count
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
