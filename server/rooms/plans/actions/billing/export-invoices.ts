import { formatAmount } from '../../../../../domain/money/money.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { CSV_BOM, csvLine } from '../../../../platform/csv/write-csv.ts'
import { selectInvoices } from '../../store/subscriptions.ts'

/** Returns the invoices from Quittance as CSV, newest first. */
export async function exportInvoices(ctx: Ctx) {
  const rows = await selectInvoices(ctx)
  await audit(ctx, 'plans.export-invoices', { type: 'account', id: ctx.accountId }, { invoices: rows.length })
  const lines = rows.map((row) =>
    csvLine([
      row.number,
      row.issued_at.toISOString(),
      row.description,
      row.status,
      formatAmount(row.amount_minor, row.currency),
      row.currency,
    ]),
  )
  const head = csvLine(['Number', 'Issued', 'Description', 'Status', 'Amount', 'Currency'])
  return {
    mediaType: 'text/csv; charset=utf-8',
    name: 'Invoices from Quittance.csv',
    bytes: Buffer.from(CSV_BOM + head + lines.join('')),
  }
}
