import type { ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'

export interface TableColumn<Row> {
  readonly name: string
  /** Numbers stand on the right. */
  readonly number?: boolean
  /** Left out on phones, where another column says the same. */
  readonly wide?: boolean
  readonly cell: (row: Row) => ReactNode
}

function scrollIfNamed(element: HTMLElement | null): void {
  if (element && window.location.hash === `#${element.id}`) element.scrollIntoView()
}

const head = 'h-8 border-b border-line align-bottom font-medium text-ink-3 sm:whitespace-nowrap max-sm:py-1.5'
/** The last figure, such as the total, stays in sight while the others scroll on a phone. */
const kept = 'max-sm:sticky max-sm:end-0 max-sm:bg-surface print:static'
const keptFigure = 'max-sm:shadow-[inset_1px_0_0_var(--line)] print:shadow-none'
const cellClass = 'h-9 border-b border-line py-1'

/**
 * The figures of a chart as a table. The first column names the row. `total`: cells of a last row, in order. `anchor`: the address’s
 * hash that scrolls to the table once its rows are there.
 */
export function ReportTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  total,
  anchor,
}: {
  caption: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  total?: readonly ReactNode[]
  anchor?: string
}) {
  const isWide = columns.filter(({ wide }) => !wide).length > 4
  const isKept = (at: number) => isWide && at === columns.length - 1
  const side = (at: number) =>
    cx(
      at > 0 && 'ps-4 max-sm:ps-3',
      columns[at]!.number ? 'text-end' : 'text-start',
      columns[at]!.wide && 'max-sm:hidden',
      isKept(at) && kept,
    )
  return (
    <section
      id={anchor}
      ref={anchor === undefined ? undefined : scrollIfNamed}
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard
      tabIndex={0}
      className="relative overflow-x-auto print:overflow-visible"
    >
      <table className="w-full border-collapse text-body">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="text-12">
            {columns.map((column, at) => (
              <th key={column.name} scope="col" className={cx(head, side(at))}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="break-inside-avoid">
              {columns.map((column, at) =>
                at === 0 ? (
                  <th
                    key={column.name}
                    scope="row"
                    className={cx(cellClass, 'min-w-36 text-start font-medium max-sm:min-w-24')}
                  >
                    {column.cell(row)}
                  </th>
                ) : (
                  <td
                    key={column.name}
                    className={cx(
                      cellClass,
                      side(at),
                      column.number && 'num whitespace-nowrap',
                      isKept(at) && keptFigure,
                    )}
                  >
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr className="font-semibold">
              {total.map((value, at) => (
                <td
                  key={columns[at]!.name}
                  className={cx('h-9 py-1', side(at), columns[at]!.number && 'num', isKept(at) && keptFigure)}
                >
                  {value}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}
