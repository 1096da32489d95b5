import type { PdfLine } from './document-contents.ts'
import type { DocumentWriting } from './document-writing.ts'
import type { ItemTable } from './item-table.ts'

/** Lays out a document's lines as a table. Discounts get a column if there are any, taxes if they differ between lines. */
export function itemLines(
  lines: readonly PdfLine[],
  writing: DocumentWriting,
  followedBy: number,
): ItemTable {
  const { t, bare } = writing
  const taxOf = taxWith(writing)
  const hasDiscounts = lines.some(({ discountPpm }) => discountPpm !== 0)
  const taxes = new Set(lines.filter((line) => taxOf(line) !== '').map(taxOf))
  const columns = [
    {
      label: t('Quantity'),
      align: 'right',
      cell: (line: PdfLine) => writing.quantity(line.quantity),
    },
    { label: t('Price'), align: 'right', cell: (line: PdfLine) => bare(line.unitPriceMinor) },
    {
      label: t('Discount'),
      align: 'right',
      isShown: hasDiscounts,
      cell: (line: PdfLine) => (line.discountPpm === 0 ? '' : writing.rate(line.discountPpm)),
    },
    { label: t('Tax'), align: 'left', isShown: taxes.size > 1, maxWidth: 76, cell: taxOf },
    { label: t('Amount'), align: 'right', cell: (line: PdfLine) => bare(line.amountMinor) },
  ] as const
  const shown = columns.filter((column) => !('isShown' in column) || column.isShown)
  return {
    mainLabel: t('Item'),
    columns: shown,
    rows: lines.map((line) => ({
      main: line.description,
      detail: line.detail ?? '',
      cells: shown.map((column) => column.cell(line)),
    })),
    followedBy,
  }
}

const taxWith =
  ({ t, tax }: DocumentWriting) =>
  ({ taxName, taxPpm }: PdfLine): string =>
    taxPpm === 0 && !taxName?.trim() ? '' : tax(taxName?.trim() || t('Tax'), taxPpm)
