import { sumMinor } from '../../../../domain/money/money.ts'
import { CLOSING_HEIGHT, drawClosing } from './closing.ts'
import type { ReceiptPdf } from './document-contents.ts'
import { closeDocument, openDocument } from './document-sheet.ts'
import { type DocumentWriting, writingOf } from './document-writing.ts'
import { drawItemTable, type ItemTable } from './item-table.ts'
import { drawParties } from './letterhead.ts'
import type { Sheet } from './sheet.ts'
import { STYLES } from './text-styles.ts'
import { drawTotals, type TotalRow, totalsHeight } from './totals.ts'

/** Draws a payment's receipt: amount, method and the invoices it was applied to. */
export async function drawReceiptPdf(data: ReceiptPdf): Promise<Buffer> {
  const writing = writingOf(data)
  const { t, date, full } = writing
  const kind = t('Receipt')
  const sheet = await openDocument(kind, data, writing)
  drawParties(sheet, {
    label: t('Received from'),
    customer: data.customer,
    facts: [
      { label: t('Payment date'), value: date(data.paidOn) },
      { label: t('Payment method'), value: data.methodText },
    ],
  })
  drawAmountPaid(sheet, creditOf(data) > 0n ? t('Charged') : t('Amount paid'), full(data.amountMinor))
  const totals = totalsOf(data, writing)
  if (data.allocations.length > 0)
    drawItemTable(sheet, settledInvoices(data, writing, totalsHeight(sheet, totals) + CLOSING_HEIGHT))
  drawTotals(sheet, totals)
  drawClosing(sheet, { notes: data.notes, terms: null, link: null }, writing)
  return closeDocument(sheet, kind, data)
}

/** Credit that was used before the charge. */
const creditOf = (data: ReceiptPdf): bigint =>
  sumMinor(data.allocations.map(({ creditMinor = 0n }) => creditMinor))

function drawAmountPaid(sheet: Sheet, label: string, amount: string): void {
  sheet.tag('P', () => {
    sheet.text(sheet.left, sheet.y, label, STYLES.heroLabel)
    sheet.text(sheet.left, sheet.y + STYLES.heroLabel.lineHeight, amount, STYLES.hero)
  })
  sheet.y += STYLES.heroLabel.lineHeight + STYLES.hero.lineHeight + 28
}

function settledInvoices(
  data: ReceiptPdf,
  { t, date, bare }: DocumentWriting,
  followedBy: number,
): ItemTable {
  const hasCredit = creditOf(data) > 0n
  const credit = hasCredit ? [t('Credit used')] : []
  const labels = [t('Invoice total'), ...credit, t('Paid now'), t('Remaining')]
  return {
    mainLabel: t('Invoice'),
    columns: labels.map((label) => ({ label, align: 'right' })),
    rows: data.allocations.map((allocation) => ({
      main: allocation.invoiceNumber,
      detail: allocation.invoiceDate ? date(allocation.invoiceDate) : '',
      cells: [
        allocation.invoiceTotalMinor,
        ...(hasCredit ? [allocation.creditMinor ?? 0n] : []),
        allocation.paidMinor,
        allocation.remainingMinor,
      ].map(bare),
    })),
    followedBy,
  }
}

function totalsOf(data: ReceiptPdf, writing: DocumentWriting): TotalRow[] {
  const { t, bare } = writing
  const applied = sumMinor(data.allocations.map(({ paidMinor }) => paidMinor))
  const parts: [string, bigint][] = [
    [t('Applied to invoices'), applied],
    [t('Kept as credit'), data.unappliedMinor],
    [data.surchargeLabel ?? t('Surcharge'), data.surchargeMinor],
  ]
  const rows = parts
    .filter(([, minor]) => minor !== 0n)
    .map(([label, minor]) => ({ label, value: bare(minor) }))
  const shown = rows.length > 1 || data.unappliedMinor !== 0n ? rows : []
  const remaining = sumMinor(data.allocations.map(({ remainingMinor }) => remainingMinor))
  return [
    ...shown,
    ...sumsOf(data, writing, shown.length > 0),
    ...(data.allocations.length > 0
      ? [{ label: t('Remaining on these invoices'), value: bare(remaining) }]
      : []),
  ]
}

/** The charge, which adds up the parts above it, and what it adds up to with the credit used before it. */
function sumsOf(data: ReceiptPdf, { t, bare }: DocumentWriting, hasParts: boolean): TotalRow[] {
  const { amountMinor, currency } = data
  const credit = creditOf(data)
  if (credit === 0n)
    return [{ label: t('Amount paid, {currency}', { currency }), value: bare(amountMinor), isSum: true }]
  return [
    { label: t('Charged'), value: bare(amountMinor), isSum: hasParts },
    { label: t('Credit used'), value: bare(credit) },
    { label: t('Paid in all, {currency}', { currency }), value: bare(amountMinor + credit), isSum: true },
  ]
}
