import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { nearerEnd, pageOf } from '../../../platform/db/window.ts'
import type { Payment } from '../tables.ts'
import type { PaymentPage } from './list.ts'

/** A payment in its customer's list. */
export interface OwnPaymentRow extends Payment {
  /** The first three that it pays, and how many it pays. */
  readonly invoices: readonly { readonly pk: string; readonly number: string }[]
  readonly invoices_count: number
}

/** In the words of the index `payments_of_payer`, which serves the list and its count. */
const ownPayments = (ctx: Ctx, customerId: string): RawBuilder<boolean> => sql<boolean>`
  p.account_id = ${ctx.accountId} and p.customer_id = ${customerId}
  and (p.status <> 'rejected' or p.captured_minor > 0 or p.failure_code in ('declined', 'returned', 'disputed'))
  and p.failure_code is distinct from 'unavailable'`

export async function countOwnPayments(ctx: Ctx, customerId: string): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from payments p where ${ownPayments(ctx, customerId)}`.execute(ctx.db)
  return result.rows[0]!.count
}

/** Returns a page of a customer's payments. A page in the second half is read from the end. */
export async function selectOwnPayments(
  ctx: Ctx,
  customerId: string,
  page: PaymentPage,
  count: number,
): Promise<OwnPaymentRow[]> {
  const range = nearerEnd(page, count)
  if (!range) return []
  const { limit, offset, fromEnd } = range
  const orderOf = (reversed: boolean): RawBuilder<unknown> => {
    const along = (page.direction === 'desc') !== reversed ? sql`desc` : sql`asc`
    const column = page.column === 'total' ? sql`(p.amount_minor + p.surcharge_minor)` : sql`p.created_at`
    return sql`${column} ${along}, p.id ${along}`
  }
  const result = await sql<OwnPaymentRow>`
    with page as materialized (
      select p.id from payments p where ${ownPayments(ctx, customerId)}
      order by ${orderOf(fromEnd)} ${pageOf(limit, offset)})
    select p.*, ${invoicesOf(ctx)} from payments p
    where p.account_id = ${ctx.accountId} and p.id in (select id from page) order by ${orderOf(false)}`.execute(
    ctx.db,
  )
  return result.rows
}

const invoicesOf = ({ accountId }: Ctx) => sql`
  (select count(*)::int from payment_allocations a
    where a.account_id = ${accountId} and a.payment_id = p.id) as invoices_count,
  coalesce((select jsonb_agg(jsonb_build_object('pk', s.id, 'number', s.number) order by s.position) from (
    select i.id, i.number, a.position from payment_allocations a
      join invoices i on i.account_id = a.account_id and i.id = a.invoice_id
    where a.account_id = ${accountId} and a.payment_id = p.id order by a.position limit 3) s), '[]') as invoices`

/** Returns a payment of this customer that their list shows; null otherwise. */
export async function readOwnPayment(ctx: Ctx, customerId: string, id: string): Promise<Payment | null> {
  const result = await sql<Payment>`
    select p.* from payments p where ${ownPayments(ctx, customerId)} and p.id = ${id}`.execute(ctx.db)
  return result.rows[0] ?? null
}

interface OwnPaidInvoice {
  readonly id: string
  readonly number: string
  readonly amountMinor: bigint
  /** The customer can open it in the portal. */
  readonly visible: boolean
}

/** Returns the invoices that a payment pays, without what was refunded or returned, in the order of settlement. */
export async function invoicesOfOwnPayment(ctx: Ctx, payment: Payment): Promise<OwnPaidInvoice[]> {
  const result = await sql<OwnPaidInvoice>`
    select i.id, i.number, a.amount_minor - a.reversed_minor as "amountMinor",
      i.state = 'open' and i.customer_id = ${payment.customer_id} as visible
    from payment_allocations a join invoices i on i.account_id = a.account_id and i.id = a.invoice_id
    where a.account_id = ${ctx.accountId} and a.payment_id = ${payment.id} order by a.position limit 200`.execute(
    ctx.db,
  )
  return result.rows
}
