import type { PdfTotals } from './document-contents.ts'
import type { DocumentWriting } from './document-writing.ts'
import type { Sheet } from './sheet.ts'
import { COLORS, STYLES } from './text-styles.ts'

export interface TotalRow {
  readonly label: string
  readonly value: string
  /** A sum is drawn below a rule and in a larger size. */
  readonly isSum?: boolean
}

const USUAL_WIDTH = 236
const MIN_LABEL_WIDTH = 120
const GAP = 14
const ROW_GAP = 5
const SUM_GAP = 8
const SPACE_ABOVE = 12

/** Rows for the subtotal with its discounts, the taxes, the late fees, and the total with its currency. */
export function totalRows(
  totals: PdfTotals,
  currency: string,
  { t, bare, date, tax }: DocumentWriting,
): TotalRow[] {
  const rows: TotalRow[] = []
  const { subtotalMinor, discountMinor } = totals
  const lateFees = totals.lateFees ?? []
  if (discountMinor !== 0n || totals.taxes.length + lateFees.length > 0) {
    const label =
      discountMinor === 0n
        ? t('Subtotal')
        : t('Subtotal after discounts of {amount}', { amount: bare(discountMinor) })
    rows.push({ label, value: bare(subtotalMinor - discountMinor) })
  }
  for (const { name, ratePpm, taxMinor } of totals.taxes)
    rows.push({ label: ratePpm === null ? name : tax(name, ratePpm), value: bare(taxMinor) })
  for (const { text, chargedOn, minor } of lateFees)
    rows.push({ label: `${text} (${date(chargedOn)})`, value: bare(minor) })
  rows.push({ label: t('Total, {currency}', { currency }), value: bare(totals.totalMinor), isSum: true })
  return rows
}

/** Height of the rows, used to keep a table's last row on one page with them. */
export function totalsHeight(sheet: Sheet, rows: readonly TotalRow[]): number {
  return rows.reduce((sum, row) => sum + rowHeight(sheet, row, valueWidth(sheet, rows)), SPACE_ABOVE)
}

const labelStyle = (row: TotalRow) => (row.isSum ? STYLES.total : STYLES.label)
const valueStyle = (row: TotalRow) => (row.isSum ? STYLES.totalFigure : STYLES.figure)
const valueWidth = (sheet: Sheet, rows: readonly TotalRow[]) =>
  Math.max(...rows.map((row) => sheet.measure(row.value, valueStyle(row))))

const labelLines = (sheet: Sheet, row: TotalRow, figures: number) =>
  sheet.wrap(row.label, labelStyle(row), blockWidth(figures) - figures - GAP)

const blockWidth = (figures: number) => Math.max(USUAL_WIDTH, figures + GAP + MIN_LABEL_WIDTH)

function rowHeight(sheet: Sheet, row: TotalRow, figures: number): number {
  const text = labelLines(sheet, row, figures).length * labelStyle(row).lineHeight
  return text + (row.isSum ? 2 * SUM_GAP : ROW_GAP)
}

/** Draws the rows at the right edge, all on one page. */
export function drawTotals(sheet: Sheet, rows: readonly TotalRow[]): void {
  sheet.breakPageUnlessFits(totalsHeight(sheet, rows))
  sheet.y += SPACE_ABOVE
  const figures = valueWidth(sheet, rows)
  const left = sheet.right - blockWidth(figures)
  sheet.group('Table', () => {
    for (const row of rows) {
      const lines = labelLines(sheet, row, figures)
      const height = rowHeight(sheet, row, figures)
      const y = sheet.y + (row.isSum ? SUM_GAP : 0)
      if (row.isSum) sheet.rule(left, sheet.right, sheet.y + 1, COLORS.ink, 1)
      sheet.group('TR', () => {
        sheet.tag('TH', () => sheet.lines(left, y, lines, labelStyle(row)), { scope: 'Row' })
        sheet.tag('TD', () => sheet.text(sheet.right, y, row.value, valueStyle(row), 'right'))
      })
      sheet.y += height
    }
  })
}
