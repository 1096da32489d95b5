import { CheckBox } from '../fields/checkbox.tsx'
import { t } from '../language/text.ts'
import type { Column } from './data-table-column.ts'
import type { Selection } from './data-table-selection.ts'
import { SortSelect } from './sort-select.tsx'
import { type Sort, selectionState, withKeys } from './table-state.ts'

/** Cards have no headings: a line above them offers selection of the whole page and sorting. */
export function CardTools<Row>({
  columns,
  sort,
  onSort,
  selection,
  selectable,
}: {
  columns: readonly Column<Row>[]
  sort: Sort
  onSort?: ((sort: Sort) => void) | undefined
  selection?: Selection<Row> | undefined
  selectable: readonly string[]
}) {
  const sorts = onSort ? columns.filter((column) => column.sortable) : []
  if (!selection && sorts.length === 0) return null
  const state = selection ? selectionState(selectable, selection.selected) : 'none'
  return (
    <div className="flex min-h-11 items-center gap-3 border-b border-line px-4 py-2 md:px-6 calm:border-0 calm:px-0 calm:pb-3 @min-md:hidden">
      {selection && selectable.length > 0 && (
        <CheckBox
          aria-label={t('Select all on this page')}
          className="calm:ms-[17px]"
          checked={state === 'all'}
          mixed={state === 'some'}
          onChange={() => selection.onChange(withKeys(selection.selected, selectable, state !== 'all'))}
        />
      )}
      {onSort && sorts.length > 0 && (
        <SortSelect columns={sorts} sort={sort} onSort={onSort} className="ms-auto w-56" />
      )}
    </div>
  )
}
