import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'

export interface ReceiptInvoice {
  readonly id: string
  readonly number: string
  readonly invoiceDate: CalendarDate
  readonly totalMinor: bigint
  readonly paidMinor: bigint
  /** Owed right after this payment, whatever happened since. */
  readonly remainingMinor: bigint
}

/**
 * Returns the invoices that a payment settled, as of the payment: from the ledger, up to the payment's entry.
 */
export async function receiptInvoices(ctx: Ctx, paymentId: string): Promise<ReceiptInvoice[]> {
  const result = await sql<ReceiptInvoice>`
    with paid as (
      select e.id, e.sequence from ledger_entries e
      where e.account_id = ${ctx.accountId} and e.source_id = ${paymentId} and e.kind = 'payment' order by e.sequence limit 1)
    select i.id, i.number, i.invoice_date as "invoiceDate", i.total_minor as "totalMinor", (-p.amount_minor)::bigint as "paidMinor",
      (select coalesce(sum(q.amount_minor), 0)::bigint from ledger_postings q
         join ledger_entries f on f.account_id = q.account_id and f.id = q.entry_id
       where q.account_id = ${ctx.accountId} and q.invoice_id = p.invoice_id and q.ledger_account = 'receivable'
         and f.sequence <= paid.sequence) as "remainingMinor"
    from paid join ledger_postings p on p.account_id = ${ctx.accountId} and p.entry_id = paid.id and p.invoice_id is not null
      join invoices i on i.account_id = p.account_id and i.id = p.invoice_id
    order by p.position`.execute(ctx.db)
  return result.rows
}
