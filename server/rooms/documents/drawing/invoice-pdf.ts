import { CLOSING_HEIGHT, drawClosing } from './closing.ts'
import type { InvoicePdf } from './document-contents.ts'
import { closeDocument, openDocument } from './document-sheet.ts'
import { type DocumentWriting, writingOf } from './document-writing.ts'
import { itemLines } from './item-lines.ts'
import { drawItemTable } from './item-table.ts'
import { drawParties, type Fact } from './letterhead.ts'
import { readableAccent } from './text-styles.ts'
import { drawTotals, type TotalRow, totalRows, totalsHeight } from './totals.ts'

/** Draws an invoice as a tagged PDF with embedded fonts, on as many pages as its lines need. */
export async function drawInvoicePdf(data: InvoicePdf): Promise<Buffer> {
  const writing = writingOf(data)
  const { t } = writing
  const kind = t('Invoice')
  const sheet = await openDocument(kind, data, writing)
  drawParties(sheet, {
    label: t('Bill to'),
    customer: data.customer,
    facts: data.facts ?? factsOf(data, writing),
  })
  const totals = [...totalRows(data.totals, data.currency, writing), ...settledRows(data, writing)]
  drawItemTable(sheet, itemLines(data.lines, writing, totalsHeight(sheet, totals) + CLOSING_HEIGHT))
  drawTotals(sheet, totals)
  drawClosing(
    sheet,
    {
      notes: data.notes,
      terms: data.terms,
      otherWays: data.otherWays ?? [],
      link: data.payUrl
        ? {
            label: t('Pay this invoice online'),
            url: data.payUrl,
            color: readableAccent(data.company.accentColor),
          }
        : null,
    },
    writing,
  )
  return closeDocument(sheet, kind, data)
}

function factsOf(data: InvoicePdf, { t, date, full }: DocumentWriting): Fact[] {
  const terms = data.termsLabel
    ? [{ label: t('Terms', { context: 'when an invoice is due' }), value: data.termsLabel }]
    : []
  return [
    { label: t('Invoice date'), value: date(data.invoiceDate) },
    ...terms,
    { label: t('Due date'), value: date(data.dueDate), strong: true },
    { label: t('Amount due'), value: full(data.dueMinor), strong: true },
  ]
}

/** Rows for payments, credits and write-offs; none while the whole total is due. */
function settledRows(data: InvoicePdf, { t, bare }: DocumentWriting): TotalRow[] {
  const settled: [string, bigint][] = [
    [t('Payments'), data.paidMinor],
    [t('Credits'), data.creditedMinor],
    [t('Written off', { context: 'amount' }), data.writtenOffMinor ?? 0n],
  ]
  const rows = settled
    .filter(([, minor]) => minor !== 0n)
    .map(([label, minor]) => ({ label, value: bare(-minor) }))
  if (rows.length === 0 && data.dueMinor === data.totals.totalMinor) return []
  return [
    ...rows,
    {
      label: t('Amount due, {currency}', { currency: data.currency }),
      value: bare(data.dueMinor),
      isSum: true,
    },
  ]
}
