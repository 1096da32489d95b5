import { isoInstant } from '../../platform/clock.ts'
import { COPY_NULL, copyText } from './copy-in.ts'
import type { PlannedInvoice } from './deeds.ts'
import type { HistoryParts } from './history-parts.ts'

/** The rows of an invoice and its lines; `issuedAt` is null for a draft. */
export function addInvoiceRows(
  { accountId, rows }: Pick<HistoryParts, 'accountId' | 'rows'>,
  invoice: PlannedInvoice,
  {
    id,
    number,
    customerId,
    issuedAt,
  }: { id: string; number: string; customerId: string; issuedAt: string | null },
): void {
  const { customer, totals, standing } = invoice
  const { currency } = customer.fields
  const createdAt = isoInstant(invoice.at)
  const closedAt = standing.closedAt === null ? null : isoInstant(standing.closedAt)
  rows.add(
    'invoices',
    accountId,
    id,
    customerId,
    number,
    standing.state,
    currency,
    invoice.date,
    invoice.dueDate,
    customer.terms,
    '',
    totals.subtotalMinor,
    totals.discountMinor,
    totals.taxMinor,
    totals.totalMinor,
    issuedAt ?? COPY_NULL,
    closedAt ?? COPY_NULL,
    standing.closedBecause ?? COPY_NULL,
    createdAt,
    closedAt ?? createdAt,
  )
  for (const [position, line] of invoice.lines.entries()) {
    const sums = totals.lines[position]!
    rows.add(
      'invoice_lines',
      accountId,
      id,
      position,
      copyText(line.description),
      copyText(line.detail),
      line.quantity,
      line.unitPriceMinor,
      line.discountPpm,
      line.taxName,
      line.taxPpm,
      sums.netMinor,
      sums.taxMinor,
    )
  }
}
