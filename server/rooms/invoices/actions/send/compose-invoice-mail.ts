import { dateInZone } from '../../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { findNextFees } from '../../../fee-schedule/index.ts'
import { composeMail, type WrittenMail } from '../../../mail-templates/index.ts'
import type { InvoiceWhole } from '../../store/detail.ts'
import type { Issuer } from '../read/read-issuer.ts'
import type { NewPayLink } from './issue-pay-link.ts'

/**
 * Composes the mail for an invoice. A later one after the due date says that it is past due. Without a link the invoice is shown
 * as paid.
 */
export async function composeInvoiceMail(
  ctx: Ctx,
  issuer: Issuer,
  invoice: InvoiceWhole,
  message: string,
  link: NewPayLink | null,
): Promise<WrittenMail> {
  const wasIssued = invoice.issued_at !== null
  const isOverdue = link !== null && wasIssued && invoice.due_date < issuer.today
  const next = await findNextFees(ctx, [invoice.id])
  return composeMail(ctx, isOverdue ? 'overdue-invoice' : 'invoice', invoice.customer_id, {
    invoice: {
      number: invoice.number,
      invoiceDate: invoice.invoice_date,
      dueDate: invoice.due_date,
      totalMinor: invoice.total_minor,
      remainingMinor: invoice.remaining_minor,
      currency: invoice.currency,
      feesMinor: invoice.fees_minor,
      nextFee: next.get(invoice.id) ?? null,
    },
    link: link && { url: link.url, worksUntil: dateInZone(link.expiresAt, issuer.timezone) },
    message,
  })
}
