// biome-ignore-all lint/a11y/noRedundantRoles: rows become grids on phones, and some browsers then drop a table's own roles

import { type ReactNode, useRef } from 'react'
import { cx } from '../cx.ts'
import { t } from '../language/text.ts'
import { type CardsBelow, ListWidth } from '../layout/list-width.tsx'
import type { Column } from './data-table-column.ts'
import { TableHead } from './data-table-head.tsx'
import { TableRow } from './data-table-row.tsx'
import type { Selection } from './data-table-selection.ts'
import { TableSkeleton } from './data-table-skeleton.tsx'
import { CardTools } from './data-table-tools.tsx'
import { isFixed } from './data-table-widths.ts'
import { keysBetween, nextSort, type Sort, withKeys } from './table-state.ts'

export type { Column } from './data-table-column.ts'
export type { Sort } from './table-state.ts'

export type DataTableProps<Row> = {
  /** Names the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined until the first answer. Keep the previous rows while the next page loads. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** A request is under way; shown rows stay, dimmed when it takes long. */
  loading?: boolean | undefined
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  selection?: Selection<Row> | undefined
  /** Path of the row: its name becomes a link. Undefined for a row that has no page. */
  rowHref?: ((row: Row) => string | undefined) | undefined
  /** Opens the row in a drawer; with `rowHref` the link still works in a new tab. */
  onOpen?: ((row: Row) => void) | undefined
  /** The row shown in a drawer. */
  currentKey?: string | null | undefined
  /** True when a search or filters are active; changes the text for an empty result. */
  filtered?: boolean | undefined
  /** Replaces 'No items found.' while nothing is filtered: an EmptyState. */
  empty?: ReactNode
  /** Replaces the rows: a Note with retry. */
  error?: ReactNode
  /** Follows the text of a heading: what changes the width of its column. */
  headTail?: ((column: Column<Row>) => ReactNode) | undefined
  /** Rows are cards below this width instead of 640 px: for tables that need more. */
  cardsBelow?: CardsBelow | undefined
  /** Number of placeholder rows. */
  skeletonRows?: number | undefined
  className?: string | undefined
}

const NO_ITEMS = t('No items found.')
export const NO_ITEMS_FILTERED = t('No items found. Try changing your filter settings.')

/**
 * A server-side list: sorted, selected and opened here, fetched by the caller. A table from 640 px of its own
 * width, cards below.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, loading = false, sort = null, onSort, selection, className } = props
  const lastToggled = useRef<string | null>(null)
  const selectable = selection
    ? (rows ?? []).filter((row) => selection.canSelect?.(row) ?? true).map(rowKey)
    : []

  const toggle = (key: string, on: boolean, range: boolean) => {
    if (!selection) return
    const keys = range && lastToggled.current ? keysBetween(selectable, lastToggled.current, key) : [key]
    lastToggled.current = key
    selection.onChange(withKeys(selection.selected, keys, on))
  }
  return (
    <ListWidth cardsBelow={props.cardsBelow} className={className}>
      {(rows === undefined ? !props.error : rows.length > 0) && (
        <CardTools
          columns={columns}
          sort={sort}
          onSort={onSort}
          selection={selection}
          selectable={selectable}
        />
      )}
      <table
        role="table"
        aria-label={label}
        aria-busy={loading}
        className={cx('w-full @max-md:block', isFixed(columns) && 'table-fixed')}
      >
        <TableHead
          columns={columns}
          rows={rows ?? []}
          sort={sort}
          onSort={onSort && ((id) => onSort(nextSort(sort, id)))}
          selection={selection}
          selectable={selectable}
          headTail={props.headTail}
        />
        {rows === undefined && !props.error && (
          <TableSkeleton columns={columns} rows={props.skeletonRows ?? 10} selectable={Boolean(selection)} />
        )}
        {rows && rows.length > 0 && (
          <tbody
            role="rowgroup"
            className={cx(
              'transition-opacity @max-md:block calm:@max-md:grid calm:@max-md:gap-3',
              loading && 'opacity-60 delay-200',
            )}
          >
            {rows.map((row) => {
              const key = rowKey(row)
              return (
                <TableRow
                  key={key}
                  row={row}
                  columns={columns}
                  href={props.rowHref?.(row)}
                  onOpen={props.onOpen}
                  current={props.currentKey === key}
                  selection={
                    selection && {
                      selected: selection.selected.has(key),
                      name: selection.name(row),
                      enabled: selection.canSelect?.(row) ?? true,
                      onToggle: (on, range) => toggle(key, on, range),
                    }
                  }
                />
              )
            })}
          </tbody>
        )}
      </table>
      {props.error}
      {!props.error && rows?.length === 0 && (
        <Nothing filtered={props.filtered ?? false} empty={props.empty} />
      )}
    </ListWidth>
  )
}

function Nothing({ filtered, empty }: { filtered: boolean; empty: ReactNode }) {
  if (!filtered && empty) return empty
  return (
    <p role="status" className="px-6 py-12 text-center text-ink-2">
      {filtered ? NO_ITEMS_FILTERED : NO_ITEMS}
    </p>
  )
}
