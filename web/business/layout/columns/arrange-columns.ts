import { COLUMNS_TEXT } from '../../../../domain/accounts/columns-text.ts'
import type { Column } from '../../../ui/table/data-table.tsx'

/** Widths in rem: what a column that shares the rest needs at least, and what other columns can shrink to. */
const [SHARED_WIDTH, LEAST_WIDTH] = [8, 5]
const BOX_WIDTH = 3
/** Widths of the table from which a column is shown, in rem; below the first it is always shown. */
const STEPS = [
  { fits: 40, hideBelow: undefined },
  { fits: 47, hideBelow: 'lg' },
  { fits: 56, hideBelow: 'xl' },
  { fits: 68, hideBelow: '2xl' },
] as const
const MOST_WIDTH = 68

type Widths = { readonly width?: number | undefined }
const sumOf = (columns: readonly Widths[]): number =>
  columns.reduce((sum, { width = SHARED_WIDTH }) => sum + width, BOX_WIDTH)

/**
 * Returns the columns that a person chose, in their order and width: 'number,customer:14,remaining'. Unknown ids are dropped, and
 * the column that names the row is always there. Where the table is narrow the last ones are hidden first.
 */
export function arrangeColumns<Row>(all: readonly Column<Row>[], text: string | null): Column<Row>[] {
  const usual = all.filter(({ optional }) => !optional)
  if (text === null || !COLUMNS_TEXT.test(text)) return usual
  const widths = chosenWidths(text)
  const known = [...idsOf(text)].flatMap((id) => {
    const column = all.find((one) => one.id === id)
    return column ? [{ ...column, width: widths.get(id) ?? column.width }] : []
  })
  if (known.length === 0) return usual
  const chosen = known.some((one) => one.rowHeader)
    ? known
    : [...all.filter((one) => one.rowHeader), ...known]
  return hideFromTheEnd(shrink(chosen))
}

/** Makes columns of text narrower when all do not fit into a wide table. */
function shrink<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const over = sumOf(columns) - MOST_WIDTH
  if (over <= 0) return columns
  const texts = columns.filter(({ align }) => align !== 'end')
  const share = 1 - over / (sumOf(texts) - BOX_WIDTH)
  return columns.map((column) =>
    column.align === 'end'
      ? column
      : { ...column, width: Math.max(LEAST_WIDTH, (column.width ?? SHARED_WIDTH) * share) },
  )
}

function hideFromTheEnd<Row>(columns: readonly Column<Row>[]): Column<Row>[] {
  const stays = ({ rowHeader, card }: Column<Row>) => rowHeader || card === 'value'
  let used = sumOf(columns.filter(stays))
  return columns.map((column) => {
    if (stays(column)) return { ...column, hideBelow: undefined }
    used += column.width ?? SHARED_WIDTH
    const step = STEPS.find(({ fits }) => used <= fits) ?? STEPS.at(-1)!
    return { ...column, hideBelow: step.hideBelow }
  })
}

/** The reverse of arrangeColumns. `widths`: those that differ from the product's. */
export const columnsText = (ids: readonly string[], widths: ReadonlyMap<string, number>): string =>
  ids.map((id) => (widths.has(id) ? `${id}:${widths.get(id)}` : id)).join(',')

const partsOf = (text: string) => text.split(',').map((one) => one.split(':'))
const idsOf = (text: string): ReadonlySet<string> => new Set(partsOf(text).map(([id]) => id!))

/** Widths that a person chose. */
export const chosenWidths = (text: string | null): Map<string, number> =>
  new Map(partsOf(text ?? '').flatMap(([id, width]) => (width ? [[id!, Number(width)] as const] : [])))
