// biome-ignore-all lint/a11y/noRedundantRoles: rows become grids on phones, and some browsers then drop a table's own roles
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { type CalendarDate, formatDate, shortWeekday } from '../../../../domain/dates/calendar.ts'
import { useAccount } from '../../../session/account-context.ts'
import { cx } from '../../../ui/cx.ts'
import type { Column } from '../../../ui/table/data-table.tsx'
import { TableHead } from '../../../ui/table/data-table-head.tsx'
import { TableRow } from '../../../ui/table/data-table-row.tsx'
import {
  askedText,
  contentText,
  firstDays,
  groupDays,
  type UpcomingDay,
  type UpcomingRow,
} from './upcoming-days.ts'

interface TableProps<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  onOpen: (row: Row) => void
  currentKey: string | null
}

/** Messages under their days. The first days are open, later ones open with a press. */
export function UpcomingTable<Row extends UpcomingRow>(props: TableProps<Row>) {
  const { columns, rows } = props
  const days = groupDays(rows)
  const [pressed, setPressed] = useState<ReadonlyMap<CalendarDate, boolean>>(new Map())
  const first = firstDays(days)
  return (
    <div className="@container">
      <table role="table" aria-label="Upcoming reminders" className="w-full table-fixed @max-md:block">
        <TableHead columns={columns} rows={rows} sort={null} selectable={[]} />
        {days.map((day) => {
          const open = pressed.get(day.day) ?? first.has(day.day)
          return (
            <DayRows
              key={day.day}
              {...props}
              day={day}
              open={open}
              onToggle={() => setPressed(new Map(pressed).set(day.day, !open))}
            />
          )
        })}
      </table>
    </div>
  )
}

function DayRows<Row extends UpcomingRow>({
  day: { day, rows },
  open,
  onToggle,
  columns,
  rowKey,
  onOpen,
  currentKey,
}: TableProps<Row> & { day: UpcomingDay<Row>; open: boolean; onToggle: () => void }) {
  return (
    <tbody role="rowgroup" className="@max-md:block">
      <tr role="row" className="@max-md:block">
        <td role="cell" colSpan={columns.length} className="border-b border-line bg-paper p-0 @max-md:block">
          <DayHeading day={day} rows={rows} open={open} onToggle={onToggle} />
        </td>
      </tr>
      {open &&
        rows.map((row) => (
          <TableRow
            key={rowKey(row)}
            row={row}
            columns={columns}
            onOpen={onOpen}
            current={currentKey === rowKey(row)}
          />
        ))}
    </tbody>
  )
}

function DayHeading({
  day,
  rows,
  open,
  onToggle,
}: {
  day: CalendarDate
  rows: readonly UpcomingRow[]
  open: boolean
  onToggle: () => void
}) {
  const { today, date_format } = useAccount()
  const date = `${shortWeekday(day)}, ${formatDate(day, date_format)}`
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      className="flex min-h-row w-full flex-wrap items-center gap-x-2 px-4 py-1.5 text-start hover:bg-sunken focus-visible:outline-offset-[-2px] md:px-6"
    >
      <ChevronRight
        className={cx('size-4 flex-none stroke-2 text-ink-3 transition-transform', open && 'rotate-90')}
      />
      <b className="font-semibold">{day === today ? `Today, ${date}` : date}</b>
      <span className="text-ink-2">{contentText(rows)}</span>
      <span className="num ms-auto text-ink-2">{askedText(rows)}</span>
    </button>
  )
}
