import { formatDate } from '../../../../domain/dates/calendar.ts'
import { type Amounts, amountsOf } from './amounts.ts'
import { CLOSING_HEIGHT, drawClosing } from './closing.ts'
import type { CreditMemoPdf } from './document-contents.ts'
import { closeDocument, openDocument } from './document-sheet.ts'
import { itemLines } from './item-lines.ts'
import { drawItemTable } from './item-table.ts'
import { drawParties } from './letterhead.ts'
import { drawTotals, type TotalRow, totalRows, totalsHeight } from './totals.ts'

const KIND = 'Credit memo'

/** Draws a credit memo: its lines, the invoices it was applied to and the remaining credit. */
export async function drawCreditMemoPdf(data: CreditMemoPdf): Promise<Buffer> {
  const amounts = amountsOf(data.currency)
  const sheet = await openDocument(KIND, data)
  drawParties(sheet, {
    label: 'Credit to',
    customer: data.customer,
    facts: [
      { label: 'Date', value: formatDate(data.issuedOn, data.dateFormat) },
      { label: 'Credit', value: amounts.full(data.totals.totalMinor), strong: true },
      { label: 'Remaining', value: amounts.full(data.remainingMinor), strong: true },
    ],
  })
  const totals = [
    ...totalRows(data.totals, data.currency, amounts, data.dateFormat),
    ...appliedRows(data, amounts),
  ]
  drawItemTable(sheet, itemLines(data.lines, amounts, totalsHeight(sheet, totals) + CLOSING_HEIGHT))
  drawTotals(sheet, totals)
  drawClosing(sheet, { notes: data.notes, terms: null, link: null })
  return closeDocument(sheet, KIND, data)
}

function appliedRows(
  { uses, remainingMinor, currency, dateFormat }: CreditMemoPdf,
  amounts: Amounts,
): TotalRow[] {
  if (uses.length === 0) return []
  return [
    ...uses.map(({ invoiceNumber, appliedOn, amountMinor }) => ({
      label: `Applied to ${invoiceNumber}, ${formatDate(appliedOn, dateFormat)}`,
      value: amounts.bare(-amountMinor),
    })),
    { label: `Remaining, ${currency}`, value: amounts.bare(remainingMinor), isSum: true },
  ]
}
