import { formatDate } from '../../../../domain/dates/calendar.ts'
import { sumMinor } from '../../../../domain/money/money.ts'
import { type Amounts, amountsOf } from './amounts.ts'
import { CLOSING_HEIGHT, drawClosing } from './closing.ts'
import type { ReceiptPdf } from './document-contents.ts'
import { closeDocument, openDocument } from './document-sheet.ts'
import { drawItemTable, type ItemTable } from './item-table.ts'
import { drawParties } from './letterhead.ts'
import type { Sheet } from './sheet.ts'
import { STYLES } from './text-styles.ts'
import { drawTotals, type TotalRow, totalsHeight } from './totals.ts'

const KIND = 'Receipt'

/** Draws a payment's receipt: amount, method and the invoices it was applied to. */
export async function drawReceiptPdf(data: ReceiptPdf): Promise<Buffer> {
  const amounts = amountsOf(data.currency)
  const sheet = await openDocument(KIND, data)
  drawParties(sheet, {
    label: 'Received from',
    customer: data.customer,
    facts: [
      { label: 'Payment date', value: formatDate(data.paidOn, data.dateFormat) },
      { label: 'Payment method', value: data.methodText },
    ],
  })
  drawAmountPaid(sheet, amounts.full(data.amountMinor))
  const totals = totalsOf(data, amounts)
  if (data.allocations.length > 0)
    drawItemTable(sheet, settledInvoices(data, amounts, totalsHeight(sheet, totals) + CLOSING_HEIGHT))
  drawTotals(sheet, totals)
  drawClosing(sheet, { notes: data.notes, terms: null, link: null })
  return closeDocument(sheet, KIND, data)
}

function drawAmountPaid(sheet: Sheet, amount: string): void {
  sheet.tag('P', () => {
    sheet.text(sheet.left, sheet.y, 'Amount paid', STYLES.heroLabel)
    sheet.text(sheet.left, sheet.y + STYLES.heroLabel.lineHeight, amount, STYLES.hero)
  })
  sheet.y += STYLES.heroLabel.lineHeight + STYLES.hero.lineHeight + 28
}

function settledInvoices(data: ReceiptPdf, amounts: Amounts, followedBy: number): ItemTable {
  return {
    mainLabel: 'Invoice',
    columns: [
      { label: 'Invoice total', align: 'right' },
      { label: 'Paid now', align: 'right' },
      { label: 'Remaining', align: 'right' },
    ],
    rows: data.allocations.map((allocation) => ({
      main: allocation.invoiceNumber,
      detail: allocation.invoiceDate ? formatDate(allocation.invoiceDate, data.dateFormat) : '',
      cells: [allocation.invoiceTotalMinor, allocation.paidMinor, allocation.remainingMinor].map(
        amounts.bare,
      ),
    })),
    followedBy,
  }
}

function totalsOf(data: ReceiptPdf, amounts: Amounts): TotalRow[] {
  const applied = sumMinor(data.allocations.map(({ paidMinor }) => paidMinor))
  const parts: [string, bigint][] = [
    ['Applied to invoices', applied],
    ['Kept as credit', data.unappliedMinor],
    [data.surchargeLabel ?? 'Surcharge', data.surchargeMinor],
  ]
  const rows = parts
    .filter(([, minor]) => minor !== 0n)
    .map(([label, minor]) => ({ label, value: amounts.bare(minor) }))
  const remaining = sumMinor(data.allocations.map(({ remainingMinor }) => remainingMinor))
  return [
    ...(rows.length > 1 || data.unappliedMinor !== 0n ? rows : []),
    { label: `Amount paid, ${data.currency}`, value: amounts.bare(data.amountMinor), isSum: true },
    ...(data.allocations.length > 0
      ? [{ label: 'Remaining on these invoices', value: amounts.bare(remaining) }]
      : []),
  ]
}
