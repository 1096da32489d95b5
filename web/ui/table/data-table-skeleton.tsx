import { cx } from '../cx.ts'
import { Skeleton } from '../text/skeleton.tsx'
import { type Column, headClass } from './data-table-column.ts'

/** Placeholder rows of the final size, before the first answer. */
export function TableSkeleton<Row>({
  columns,
  rows,
  selectable,
}: {
  columns: readonly Column<Row>[]
  rows: number
  selectable: boolean
}) {
  return (
    <tbody aria-hidden="true" className="@max-md:block">
      {Array.from({ length: rows }, (_, index) => `row-${index}`).map((key) => (
        <tr
          key={key}
          className="border-b border-line @max-md:flex @max-md:h-22 @max-md:items-center @max-md:px-4 @max-md:md:px-6"
        >
          {selectable && (
            <td className="h-row w-11 ps-4 pe-1 md:ps-6">
              <Skeleton className="size-box" />
            </td>
          )}
          {columns.map((column, at) => (
            <td
              key={column.id}
              className={cx(
                'h-row px-2 first:ps-4 last:pe-4 md:first:ps-6 md:last:pe-6',
                headClass(column, columns[at - 1]),
                at > 1 ? '@max-md:hidden' : '@max-md:h-auto @max-md:flex-1',
              )}
            >
              <Skeleton
                className={cx(
                  'h-3',
                  at === 0 ? 'w-16' : 'w-24 max-w-full',
                  column.align === 'end' && 'ms-auto',
                )}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
