import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { Payment } from '../tables.ts'

/** A payment with its share of one invoice. */
export interface InvoicePaymentRow extends Payment {
  readonly share_minor: bigint
  readonly share_reversed_minor: bigint
  /** The payment also settles other invoices. */
  readonly of_several: boolean
}

/**
 * Returns the payments of an invoice by its current customer: made, under way, or returned; newest first.
 * Omits failed ones.
 */
export async function paymentsOfInvoice(ctx: Ctx, invoiceId: string): Promise<InvoicePaymentRow[]> {
  const result = await sql<InvoicePaymentRow>`
    select p.*, a.amount_minor as share_minor, a.reversed_minor as share_reversed_minor,
      exists (select from payment_allocations o where o.account_id = a.account_id and o.payment_id = a.payment_id
        and o.invoice_id <> a.invoice_id) as of_several
    from payment_allocations a join payments p on p.account_id = a.account_id and p.id = a.payment_id
      join invoices i on i.account_id = a.account_id and i.id = a.invoice_id and i.customer_id = p.customer_id
    where a.account_id = ${ctx.accountId} and a.invoice_id = ${invoiceId} and a.state <> 'released'
    order by p.created_at desc, p.id desc limit 100`.execute(ctx.db)
  return result.rows
}

/** Counts the payments that `paymentsOfInvoice` selects. */
export async function countPaymentsOf(ctx: Ctx, invoiceId: string): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from payment_allocations a
      join payments p on p.account_id = a.account_id and p.id = a.payment_id
      join invoices i on i.account_id = a.account_id and i.id = a.invoice_id and i.customer_id = p.customer_id
    where a.account_id = ${ctx.accountId} and a.invoice_id = ${invoiceId} and a.state <> 'released'`.execute(
    ctx.db,
  )
  return result.rows[0]!.count
}

/**
 * Returns the amount of an invoice that is reserved by payments under way, except those that wait for their
 * payer, in minor units.
 */
export async function readInFlightMinor(ctx: Ctx, invoiceId: string): Promise<bigint> {
  const result = await sql<{ sum: bigint }>`
    select coalesce(sum(a.amount_minor), 0)::bigint as sum
    from payment_allocations a join payments p on p.account_id = a.account_id and p.id = a.payment_id
    where a.account_id = ${ctx.accountId} and a.invoice_id = ${invoiceId} and a.state = 'reserved'
      and not (p.status = 'input' and p.next_step is not null)`.execute(ctx.db)
  return result.rows[0]!.sum
}
