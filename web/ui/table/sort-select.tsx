import { NativeSelect } from '../fields/select.tsx'
import { t } from '../language/text.ts'
import type { Column } from './data-table-column.ts'
import { readSort, type Sort, writeSort } from './table-state.ts'

/** Sorts a list that has no headings to press. */
export const SortSelect = ({
  columns,
  sort,
  onSort,
  className,
}: {
  columns: readonly Pick<Column<never>, 'id' | 'sortKey' | 'header'>[]
  sort: Sort
  onSort: (sort: Sort) => void
  className?: string
}) => (
  <NativeSelect
    aria-label={t('Sort by')}
    value={writeSort(sort)}
    onChange={(event) => onSort(readSort(event.currentTarget.value))}
    options={[
      { value: '', label: t('Default order') },
      ...columns.flatMap(({ id, sortKey = id, header: column }) => [
        { value: sortKey, label: t('{column}, ascending', { column }) },
        { value: `-${sortKey}`, label: t('{column}, descending', { column }) },
      ]),
    ]}
    compact
    className={className}
  />
)
