import { formatQuantity } from '../../../../domain/money/quantity.ts'
import { formatRate } from '../../../../domain/money/rate.ts'
import { type Amounts, taxLabel } from './amounts.ts'
import type { PdfLine } from './document-contents.ts'
import type { ItemTable } from './item-table.ts'

/** Lays out a document's lines as a table. Discounts get a column if there are any, taxes if they differ between lines. */
export function itemLines(lines: readonly PdfLine[], amounts: Amounts, followedBy: number): ItemTable {
  const hasDiscounts = lines.some(({ discountPpm }) => discountPpm !== 0)
  const taxes = new Set(lines.filter((line) => taxOf(line) !== '').map(taxOf))
  const columns = [
    {
      label: 'Quantity',
      align: 'right',
      cell: (line: PdfLine) => groupThousands(formatQuantity(line.quantity)),
    },
    { label: 'Price', align: 'right', cell: (line: PdfLine) => amounts.bare(line.unitPriceMinor) },
    {
      label: 'Discount',
      align: 'right',
      isShown: hasDiscounts,
      cell: (line: PdfLine) => (line.discountPpm === 0 ? '' : `${formatRate(line.discountPpm)}%`),
    },
    { label: 'Tax', align: 'left', isShown: taxes.size > 1, maxWidth: 76, cell: taxOf },
    { label: 'Amount', align: 'right', cell: (line: PdfLine) => amounts.bare(line.amountMinor) },
  ] as const
  const shown = columns.filter((column) => !('isShown' in column) || column.isShown)
  return {
    mainLabel: 'Item',
    columns: shown,
    rows: lines.map((line) => ({
      main: line.description,
      detail: line.detail ?? '',
      cells: shown.map((column) => column.cell(line)),
    })),
    followedBy,
  }
}

const taxOf = ({ taxName, taxPpm }: PdfLine): string =>
  taxPpm === 0 && !taxName?.trim() ? '' : taxLabel(taxName?.trim() || 'Tax', taxPpm)

const groupThousands = (quantity: string): string => {
  const [whole = '', decimals] = quantity.replace('-', '−').split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}
