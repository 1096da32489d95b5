import { CheckBox } from '../fields/checkbox.tsx'
import { NativeSelect } from '../fields/select.tsx'
import { t } from '../language/text.ts'
import type { Column } from './data-table-column.ts'
import type { Selection } from './data-table-selection.ts'
import { readSort, type Sort, selectionState, withKeys, writeSort } from './table-state.ts'

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
        <NativeSelect
          aria-label={t('Sort by')}
          value={writeSort(sort)}
          onChange={(event) => onSort(readSort(event.currentTarget.value))}
          options={[
            { value: '', label: t('Default order') },
            ...sorts.flatMap((column) => {
              const key = column.sortKey ?? column.id
              return [
                { value: key, label: t('{column}, ascending', { column: column.header }) },
                { value: `-${key}`, label: t('{column}, descending', { column: column.header }) },
              ]
            }),
          ]}
          compact
          className="ms-auto w-56"
        />
      )}
    </div>
  )
}
