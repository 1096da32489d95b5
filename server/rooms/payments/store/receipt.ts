import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'

export interface ReceiptInvoice {
  readonly id: string
  readonly number: string
  readonly invoiceDate: CalendarDate
  readonly totalMinor: bigint
  readonly paidMinor: bigint
  /** Credit that settled it before the payment. */
  readonly creditMinor: bigint
  /** Owed right after this payment, whatever happened since. */
  readonly remainingMinor: bigint
}

/**
 * Returns the invoices that a payment and the credit used before it settled, as of the payment: from the ledger, up to the
 * payment's entry. Those that it paid come first.
 */
export async function receiptInvoices(ctx: Ctx, paymentId: string): Promise<ReceiptInvoice[]> {
  const result = await sql<ReceiptInvoice>`
    with paid as (
      select e.id, e.sequence from ledger_entries e
      where e.account_id = ${ctx.accountId} and e.source_id = ${paymentId} and e.kind = 'payment' order by e.sequence limit 1),
    charged as (
      select p.invoice_id, (-p.amount_minor)::bigint as minor, p.position
      from paid join ledger_postings p on p.account_id = ${ctx.accountId} and p.entry_id = paid.id and p.invoice_id is not null),
    credited as (
      select s.invoice_id, s.used_minor as minor, s.position
      from credit_uses u join credit_use_shares s on s.account_id = u.account_id and s.credit_use_id = u.id
      where u.account_id = ${ctx.accountId} and u.payment_id = ${paymentId} and u.settled_at is not null and s.used_minor > 0)
    select i.id, i.number, i.invoice_date as "invoiceDate", i.total_minor as "totalMinor",
      coalesce(c.minor, 0)::bigint as "paidMinor", coalesce(k.minor, 0)::bigint as "creditMinor",
      (select coalesce(sum(q.amount_minor), 0)::bigint from ledger_postings q
         join ledger_entries f on f.account_id = q.account_id and f.id = q.entry_id
       where q.account_id = ${ctx.accountId} and q.invoice_id = i.id and q.ledger_account = 'receivable'
         and f.sequence <= paid.sequence) as "remainingMinor"
    from paid cross join (charged c full join credited k on k.invoice_id = c.invoice_id)
      join invoices i on i.account_id = ${ctx.accountId} and i.id = case when c.invoice_id is null then k.invoice_id else c.invoice_id end
    order by c.position nulls last, k.position`.execute(ctx.db)
  return result.rows
}
