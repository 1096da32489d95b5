import type { Column } from './data-table-column.ts'

// Widths in rem of bold digits in the dense layout.
const CHARACTER = 0.53125
const SEPARATOR = 0.3125
const PADDING = 1.25
/** The last column includes the page's margin. */
const MARGIN = 1

const isSeparator = (character: string): boolean => ',.\u2019 \u00a0'.includes(character)

const figureWidth = (figure: string): number =>
  [...figure].reduce((sum, one) => sum + (isSeparator(one) ? SEPARATOR : CHARACTER), PADDING)

function textOf<Row>(column: Column<Row>, row: Row): string {
  if (column.text) return column.text(row)
  const content = column.cell(row)
  return typeof content === 'string' ? content : ''
}

/** True when the headings fix the column widths. */
export const isFixed = <Row>(columns: readonly Column<Row>[]): boolean =>
  columns.some(({ width }) => width !== undefined)

/**
 * Width of a column in rem; undefined shares the rest. Figures are never truncated: their column grows to the
 * longest figure on the page.
 */
export function columnWidth<Row>(
  column: Column<Row>,
  rows: readonly Row[],
  isLast: boolean,
): number | undefined {
  if (column.width === undefined || column.align !== 'end') return column.width
  const margin = isLast ? MARGIN : 0
  return Math.max(column.width, ...rows.map((row) => figureWidth(textOf(column, row)) + margin))
}
