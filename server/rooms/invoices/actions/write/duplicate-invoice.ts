import { addDays, daysBetween, isCalendarDate } from '../../../../../domain/dates/calendar.ts'
import { dueDate } from '../../../../../domain/dates/terms.ts'
import { computeInvoiceTotals } from '../../../../../domain/invoices/invoice-totals.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { customerForNewInvoice } from '../../../customers/index.ts'
import { readInvoiceWhole, readWrittenLines } from '../../store/detail.ts'
import type { InvoiceReply } from '../read/read-invoice.ts'
import { readIssuer } from '../read/read-issuer.ts'
import { checkLocal } from './check-local.ts'
import { writeDraft } from './write-draft.ts'

/**
 * Copies an invoice to a new draft with the same customer, lines, terms and notes, dated today. A custom due
 * date keeps its distance. Refuses not_found, and invalid_input for an inactive customer.
 */
export async function duplicateInvoice(ctx: Ctx, id: string): Promise<InvoiceReply> {
  const issuer = await readIssuer(ctx)
  await checkLocal(ctx, issuer)
  const original = await readInvoiceWhole(ctx, id)
  if (!original) throw refuse('not_found')
  await customerForNewInvoice(ctx, original.customer_id)
  const lines = await readWrittenLines(ctx, id)
  const distance = daysBetween(original.invoice_date, original.due_date)
  const due = dueDate(issuer.today, original.terms) ?? addDays(issuer.today, distance)
  const copy = {
    customerId: original.customer_id,
    currency: original.currency,
    invoiceDate: issuer.today,
    dueDate: isCalendarDate(due) ? due : issuer.today,
    terms: original.terms,
    notes: original.notes,
    depositTo: original.deposit_to,
    lines,
    totals: computeInvoiceTotals(lines),
  }
  return writeDraft(ctx, copy, undefined, 'invoices.duplicate')
}
