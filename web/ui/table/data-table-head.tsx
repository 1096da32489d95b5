// biome-ignore-all lint/a11y/noRedundantRoles: rows become grids on phones, and some browsers then drop a table's own roles

import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { CheckBox } from '../fields/checkbox.tsx'
import { t } from '../language/text.ts'
import { type Column, headClass } from './data-table-column.ts'
import type { Selection } from './data-table-selection.ts'
import { columnWidth } from './data-table-widths.ts'
import { type Sort, selectionState, withKeys } from './table-state.ts'

const ARIA_SORT = { asc: 'ascending', desc: 'descending', none: 'none' } as const

function SortButton({
  text,
  state,
  end,
  onPress,
}: {
  text: ReactNode
  state: 'asc' | 'desc' | 'none'
  end: boolean
  onPress: () => void
}) {
  const Arrow = state === 'desc' ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={onPress}
      className={cx(
        'group inline-flex min-h-7 items-center gap-1 rounded-4 hover:text-ink calm:min-h-8',
        end && 'flex-row-reverse',
        state === 'none' ? 'font-medium' : 'font-semibold text-ink',
      )}
    >
      <span>{text}</span>
      <Arrow
        className={cx(
          'size-3.5 stroke-2',
          state === 'none' && 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60',
        )}
      />
    </button>
  )
}

/** Headings: sticky, sortable, with the box that selects the whole page. */
export function TableHead<Row>({
  columns,
  rows,
  sort,
  onSort,
  selection,
  selectable,
  headTail,
}: {
  columns: readonly Column<Row>[]
  /** Their figures decide the widths of figure columns. */
  rows: readonly Row[]
  sort: Sort
  onSort?: ((id: string) => void) | undefined
  selection?: Selection<Row> | undefined
  selectable: readonly string[]
  headTail?: ((column: Column<Row>) => ReactNode) | undefined
}) {
  const state = selection ? selectionState(selectable, selection.selected) : 'none'
  const cell =
    'sticky top-sticky z-1 h-8.5 bg-paper px-2 text-12 font-medium whitespace-nowrap text-ink-3 shadow-[inset_0_-1px_0_var(--line)] first:ps-4 last:pe-4 md:first:ps-6 md:last:pe-6 calm:h-11 calm:bg-surface calm:px-3 calm:text-13 calm:first:ps-6 calm:last:pe-6'
  return (
    <thead role="rowgroup" className="@max-md:hidden">
      <tr role="row">
        {selection && (
          <th role="columnheader" scope="col" className={cx(cell, 'w-11 pe-1 text-start')}>
            <CheckBox
              aria-label={t('Select all on this page')}
              checked={state === 'all'}
              mixed={state === 'some'}
              disabled={selectable.length === 0}
              onChange={() => selection.onChange(withKeys(selection.selected, selectable, state !== 'all'))}
            />
          </th>
        )}
        {columns.map((column, at) => {
          const key = column.sortKey ?? column.id
          const direction = sort?.id === key ? (sort.desc ? 'desc' : 'asc') : 'none'
          const text = (
            <>
              <span className={column.headerHidden ? 'sr-only' : undefined}>{column.header}</span>
              {column.unit && <span className="font-normal"> {column.unit}</span>}
            </>
          )
          const sorts = column.sortable && onSort
          const width = columnWidth(column, rows, at === columns.length - 1)
          return (
            <th
              key={column.id}
              role="columnheader"
              scope="col"
              aria-sort={sorts ? ARIA_SORT[direction] : undefined}
              style={width === undefined ? undefined : { width: `${width}rem` }}
              className={cx(cell, headClass(column, columns[at - 1]))}
            >
              {sorts ? (
                <SortButton
                  text={text}
                  state={direction}
                  end={column.align === 'end'}
                  onPress={() => onSort(key)}
                />
              ) : (
                text
              )}
              {headTail?.(column)}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
