import { CLOSING_HEIGHT, drawClosing } from './closing.ts'
import type { CreditMemoPdf } from './document-contents.ts'
import { closeDocument, openDocument } from './document-sheet.ts'
import { type DocumentWriting, writingOf } from './document-writing.ts'
import { itemLines } from './item-lines.ts'
import { drawItemTable } from './item-table.ts'
import { drawParties } from './letterhead.ts'
import { drawTotals, type TotalRow, totalRows, totalsHeight } from './totals.ts'

/** Draws a credit memo: its lines, the invoices it was applied to and the remaining credit. */
export async function drawCreditMemoPdf(data: CreditMemoPdf): Promise<Buffer> {
  const writing = writingOf(data)
  const { t, date, full } = writing
  const kind = t('Credit memo')
  const sheet = await openDocument(kind, data, writing)
  drawParties(sheet, {
    label: t('Credit to'),
    customer: data.customer,
    facts: [
      { label: t('Date'), value: date(data.issuedOn) },
      { label: t('Credit'), value: full(data.totals.totalMinor), strong: true },
      { label: t('Remaining'), value: full(data.remainingMinor), strong: true },
    ],
  })
  const totals = [...totalRows(data.totals, data.currency, writing), ...appliedRows(data, writing)]
  drawItemTable(sheet, itemLines(data.lines, writing, totalsHeight(sheet, totals) + CLOSING_HEIGHT))
  drawTotals(sheet, totals)
  drawClosing(sheet, { notes: data.notes, terms: null, link: null }, writing)
  return closeDocument(sheet, kind, data)
}

function appliedRows(
  { uses, remainingMinor, currency }: CreditMemoPdf,
  { t, date, bare }: DocumentWriting,
): TotalRow[] {
  if (uses.length === 0) return []
  return [
    ...uses.map(({ invoiceNumber, appliedOn, amountMinor }) => ({
      label: t('Applied to {number}, {date}', { number: invoiceNumber, date: date(appliedOn) }),
      value: bare(-amountMinor),
    })),
    { label: t('Remaining, {currency}', { currency }), value: bare(remainingMinor), isSum: true },
  ]
}
