import { Table } from 'lucide-react'
import { useState } from 'react'
import { formatDate, MONTH_NAMES } from '../../../../domain/dates/calendar.ts'
import { useAccount } from '../../../session/account-context.ts'
import { cx } from '../../../ui/cx.ts'
import { Button } from '../../../ui/layout/button.tsx'
import type { Week } from './weeks.ts'

/** Messages by week, up to the due date and after it. A week narrows the messages; a table has the same figures. */
export function WeekChart({
  weeks,
  shownFrom,
  onShow,
}: {
  weeks: readonly Week[]
  shownFrom: string | null
  onShow: (week: Week) => void
}) {
  const [asTable, setAsTable] = useState(false)
  return (
    <section className="px-4 py-4 md:px-6" aria-label="Messages by week">
      <div className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-1">
        <h2 className="font-semibold">By week</h2>
        <Key className="bg-brand/40" text="Up to the due date" />
        <Key className="bg-brand" text="After it" />
        <Button
          size="sm"
          icon={<Table />}
          aria-pressed={asTable}
          className="ms-auto"
          onClick={() => setAsTable(!asTable)}
        >
          Table
        </Button>
      </div>
      {asTable ? <WeekTable weeks={weeks} /> : <Bars weeks={weeks} shownFrom={shownFrom} onShow={onShow} />}
    </section>
  )
}

const Key = ({ className, text }: { className: string; text: string }) => (
  <span className="flex items-center gap-1.5 text-12 text-ink-2">
    <span className={cx('size-2.5 rounded-2', className)} aria-hidden="true" />
    {text}
  </span>
)

const HEIGHT_PX = 96

function Bars({
  weeks,
  shownFrom,
  onShow,
}: {
  weeks: readonly Week[]
  shownFrom: string | null
  onShow: (week: Week) => void
}) {
  const { date_format } = useAccount()
  const most = Math.max(1, ...weeks.map(({ before, after }) => before + after))
  const height = (count: number) => Math.round((count / most) * HEIGHT_PX)
  return (
    <div className="flex items-end gap-0.5">
      {weeks.map((week, at) => {
        const count = week.before + week.after
        return (
          <div key={week.from} className="min-w-0 flex-1">
            <button
              type="button"
              disabled={count === 0}
              aria-pressed={shownFrom === week.from}
              title={`${formatDate(week.from, date_format)}: ${count}`}
              aria-label={`Week of ${formatDate(week.from, date_format)}: ${week.before} up to the due date, ${week.after} after it`}
              onClick={() => onShow(week)}
              style={{ height: HEIGHT_PX }}
              className="flex w-full flex-col justify-end rounded-2 hover:bg-sunken aria-pressed:bg-sunken aria-pressed:outline-2 aria-pressed:outline-ink"
            >
              <span className="block rounded-t-2 bg-brand" style={{ height: height(week.after) }} />
              <span className="block bg-brand/40" style={{ height: height(week.before) }} />
              {count === 0 && <span className="block h-px bg-line" />}
            </button>
            <span
              className="block h-4 overflow-visible text-12 whitespace-nowrap text-ink-3"
              aria-hidden="true"
            >
              {monthText(weeks, at)}
            </span>
          </div>
        )
      })}
    </div>
  )
}

/** Names the month under its first whole week; every third month where there are many. */
function monthText(weeks: readonly Week[], at: number): string {
  const month = Number(weeks[at]!.from.slice(5, 7))
  const isFirst = at > 0 && Number(weeks[at - 1]!.from.slice(5, 7)) !== month
  const isShown = isFirst && (weeks.length < 20 || month % 3 === 1)
  return isShown ? MONTH_NAMES[month - 1]!.slice(0, 3) : ''
}

function WeekTable({ weeks }: { weeks: readonly Week[] }) {
  const { date_format } = useAccount()
  const used = weeks.filter(({ before, after }) => before + after > 0)
  return (
    <div className="max-h-72 overflow-y-auto">
      <table className="w-full max-w-120 text-start">
        <thead>
          <tr className="text-ink-3">
            <th scope="col" className="py-1 text-start font-medium">
              Week of
            </th>
            <th scope="col" className="text-end font-medium">
              Up to the due date
            </th>
            <th scope="col" className="text-end font-medium">
              After it
            </th>
          </tr>
        </thead>
        <tbody>
          {used.map((week) => (
            <tr key={week.from} className="border-t border-line">
              <th scope="row" className="num py-1 text-start font-normal">
                {formatDate(week.from, date_format)}
              </th>
              <td className="num text-end">{week.before}</td>
              <td className="num text-end">{week.after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
