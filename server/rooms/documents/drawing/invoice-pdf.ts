import { formatDate } from '../../../../domain/dates/calendar.ts'
import { type Amounts, amountsOf } from './amounts.ts'
import { CLOSING_HEIGHT, drawClosing } from './closing.ts'
import type { InvoicePdf } from './document-contents.ts'
import { closeDocument, openDocument } from './document-sheet.ts'
import { itemLines } from './item-lines.ts'
import { drawItemTable } from './item-table.ts'
import { drawParties, type Fact } from './letterhead.ts'
import { readableAccent } from './text-styles.ts'
import { drawTotals, type TotalRow, totalRows, totalsHeight } from './totals.ts'

const KIND = 'Invoice'

/** Draws an invoice as a tagged PDF with embedded fonts, on as many pages as its lines need. */
export async function drawInvoicePdf(data: InvoicePdf): Promise<Buffer> {
  const amounts = amountsOf(data.currency)
  const sheet = await openDocument(KIND, data)
  drawParties(sheet, { label: 'Bill to', customer: data.customer, facts: factsOf(data, amounts) })
  const totals = [
    ...totalRows(data.totals, data.currency, amounts, data.dateFormat),
    ...settledRows(data, amounts),
  ]
  drawItemTable(sheet, itemLines(data.lines, amounts, totalsHeight(sheet, totals) + CLOSING_HEIGHT))
  drawTotals(sheet, totals)
  drawClosing(sheet, {
    notes: data.notes,
    terms: data.terms,
    otherWays: data.otherWays ?? [],
    link: data.payUrl
      ? {
          label: 'Pay this invoice online',
          url: data.payUrl,
          color: readableAccent(data.company.accentColor),
        }
      : null,
  })
  return closeDocument(sheet, KIND, data)
}

function factsOf(data: InvoicePdf, amounts: Amounts): Fact[] {
  const terms = data.termsLabel ? [{ label: 'Terms', value: data.termsLabel }] : []
  return [
    { label: 'Invoice date', value: formatDate(data.invoiceDate, data.dateFormat) },
    ...terms,
    { label: 'Due date', value: formatDate(data.dueDate, data.dateFormat), strong: true },
    { label: 'Amount due', value: amounts.full(data.dueMinor), strong: true },
  ]
}

/** Rows for payments, credits and write-offs; none while the whole total is due. */
function settledRows(data: InvoicePdf, amounts: Amounts): TotalRow[] {
  const settled: [string, bigint][] = [
    ['Payments', data.paidMinor],
    ['Credits', data.creditedMinor],
    ['Written off', data.writtenOffMinor ?? 0n],
  ]
  const rows = settled
    .filter(([, minor]) => minor !== 0n)
    .map(([label, minor]) => ({ label, value: amounts.bare(-minor) }))
  if (rows.length === 0 && data.dueMinor === data.totals.totalMinor) return []
  return [...rows, { label: `Amount due, ${data.currency}`, value: amounts.bare(data.dueMinor), isSum: true }]
}
