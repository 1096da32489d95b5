// biome-ignore-all lint/a11y/noRedundantRoles: rows become grids on phones, and some browsers then drop a table's own roles
import type { MouseEvent } from 'react'
import { cx } from '../cx.ts'
import { CheckBox } from '../fields/checkbox.tsx'
import { t } from '../language/text.ts'
import { useNavigateTo } from '../layout/link.tsx'
import { type Column, cellClass, isCut } from './data-table-column.ts'
import { RowOpener } from './row-opener.tsx'

type RowSelection = {
  selected: boolean
  name: string
  enabled: boolean
  onToggle: (on: boolean, range: boolean) => void
}

const INTERACTIVE = 'a, button, input, select, textarea, label, [role=menuitem]'

function RowBox({ selected, name, enabled, onToggle, className }: RowSelection & { className: string }) {
  return (
    <td
      role="cell"
      className={cx(
        className,
        'w-11 @min-md:pe-1! @max-md:row-span-3 @max-md:row-start-1 @max-md:grid @max-md:size-11 @max-md:place-items-center @max-md:self-center',
      )}
    >
      {enabled && (
        <CheckBox
          aria-label={t('Select {name}', { name })}
          checked={selected}
          onChange={({ currentTarget, nativeEvent }) =>
            onToggle(currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      )}
    </td>
  )
}

const cell =
  'h-row border-b border-line px-2 whitespace-nowrap first:ps-4 last:pe-4 @min-md:md:first:ps-6 @min-md:md:last:pe-6 calm:px-3 calm:first:ps-6 calm:last:pe-6 @max-md:block @max-md:h-auto @max-md:min-w-0 @max-md:border-0 @max-md:p-0!'

/** One row: a press anywhere opens it, and focus on its name frames the whole row. */
export function TableRow<Row>({
  row,
  columns,
  href,
  onOpen,
  current,
  selection,
}: {
  row: Row
  columns: readonly Column<Row>[]
  href?: string | undefined
  onOpen?: ((row: Row) => void) | undefined
  current: boolean
  selection?: RowSelection | undefined
}) {
  const navigate = useNavigateTo()
  const opens = href !== undefined || onOpen !== undefined
  const open = onOpen && (() => onOpen(row))
  const press = (event: MouseEvent) => {
    if (!opens || (event.target instanceof Element && event.target.closest(INTERACTIVE))) return
    if (window.getSelection()?.toString()) return
    if (href !== undefined && (event.ctrlKey || event.metaKey || event.button === 1))
      window.open(href, '_blank', 'noopener')
    else if (open) open()
    else if (href !== undefined) navigate(href)
  }
  return (
    // The row's name is the button or link; a press elsewhere in the row only enlarges that target.
    <tr
      role="row"
      aria-current={current || undefined}
      onClick={press}
      onAuxClick={(event) => event.button === 1 && press(event)}
      className={cx(
        'transition-colors @max-md:grid @max-md:grid-cols-[auto_minmax(0,1fr)_auto] @max-md:items-center @max-md:gap-y-0.5 @max-md:border-b @max-md:border-line @max-md:py-2.5 @max-md:pe-4 @max-md:md:pe-6 calm:@max-md:pe-4',
        selection
          ? '@max-md:ps-1 @max-md:md:ps-3 calm:@max-md:ps-1'
          : '@max-md:ps-4 @max-md:md:ps-6 calm:@max-md:ps-4',
        'calm:@max-md:rounded-14 calm:@max-md:border calm:@max-md:gap-y-1.5 calm:@max-md:py-3.5 calm:@max-md:shadow-low',
        'has-[[data-row-opener]:focus-visible]:outline-2 has-[[data-row-opener]:focus-visible]:outline-offset-[-2px] has-[[data-row-opener]:focus-visible]:outline-focus',
        opens && 'cursor-pointer',
        selection?.selected
          ? 'bg-selected calm:@max-md:border-brand'
          : current
            ? 'bg-sunken'
            : 'hover:bg-paper calm:hover:bg-sunken calm:@max-md:bg-surface',
        current && 'shadow-[inset_2px_0_0_var(--brand)]',
      )}
    >
      {selection && <RowBox {...selection} className={cell} />}
      {columns.map((column, at) =>
        column.rowHeader ? (
          <th
            key={column.id}
            role="rowheader"
            scope="row"
            title={isCut(column) ? column.text?.(row) : undefined}
            className={cx(cell, 'text-start font-medium', cellClass(column, columns[at - 1]))}
          >
            <RowOpener href={href} onOpen={open} cut={isCut(column)}>
              {column.cell(row)}
            </RowOpener>
          </th>
        ) : (
          <td
            key={column.id}
            role="cell"
            data-unit={column.unit}
            title={isCut(column) ? column.text?.(row) : undefined}
            className={cx(cell, cellClass(column, columns[at - 1]))}
          >
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  )
}
