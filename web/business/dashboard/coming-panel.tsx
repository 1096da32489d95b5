import { CalendarClock, Handshake, type LucideIcon, ReceiptText, Repeat } from 'lucide-react'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { shortWeekday } from '../../../domain/dates/calendar.ts'
import { Link } from '../../ui/layout/link.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { dayName } from '../charts/chart-values.ts'
import { comingPath } from '../charts/list-paths.ts'
import { useReport } from '../charts/use-report.ts'
import { reportPath } from '../paths.ts'
import { countText } from './figures.ts'
import { Panel } from './panel.tsx'

type Coming = ReplyOf<typeof contract.charts.nextDays>
type Row = Coming['rows'][number]

const NONE = {}
const MOST_ROWS = 8

const KINDS: Readonly<Record<Row['kind'], readonly [LucideIcon, string, string]>> = {
  due: [ReceiptText, 'invoice due', 'invoices due'],
  promise: [Handshake, 'promised payment', 'promised payments'],
  installment: [CalendarClock, 'installment', 'installments'],
  automatic: [Repeat, 'automatic payment', 'automatic payments'],
}

/** Invoices due, promises and payments of the next seven days, of which today is the first, in the account's own currency. Each row leads to its list. */
export function ComingPanel() {
  const { data, isError } = useReport(
    'next-days',
    (call, account, signal) =>
      call(contract.charts.nextDays, { params: { account }, query: NONE }, { signal }),
    NONE,
  )
  if (!data) return isError ? null : <div className="h-72" />
  const rows = data.rows.slice(0, MOST_ROWS)
  return (
    <Panel
      title="Next seven days"
      aside={data.currencies.length > 1 && <span className="text-ink-3">{data.currency}</span>}
      more={{ label: 'Report', href: reportPath('next-days') }}
      className="max-md:border-t md:border-s"
    >
      {rows.length === 0 && <p className="mt-2 text-ink-2">Nothing falls due or is promised.</p>}
      <ul className="mt-1">
        {rows.map((row, at) => (
          <Line
            key={`${row.day} ${row.kind}`}
            row={row}
            currency={data.currency}
            day={rows[at - 1]?.day === row.day ? '' : dayText(row.day, data.today)}
          />
        ))}
      </ul>
      {data.rows.length > rows.length && (
        <p className="pt-2 text-ink-2">
          and {(data.rows.length - rows.length).toLocaleString('en-US')} more in the report
        </p>
      )}
    </Panel>
  )
}

/** 'Today', or 'Mon, Nov 30'. */
const dayText = (day: string, today: string): string =>
  day === today ? 'Today' : `${shortWeekday(day)}, ${dayName(day)}`

function Line({ row, currency, day }: { row: Row; currency: string; day: string }) {
  const [Icon, one, many] = KINDS[row.kind]
  return (
    <li className="border-b border-line last:border-0">
      <Link
        href={comingPath(row, currency)}
        className="-mx-2 flex min-h-9 items-center gap-3 rounded-6 px-2 hover:bg-sunken focus-visible:bg-sunken max-md:min-h-11"
      >
        <span className="w-24 flex-none font-semibold">{day}</span>
        <Icon aria-hidden="true" className="flex-none text-ink-3" />
        <span className="min-w-0 flex-1">{countText(row.count, one, many)}</span>
        <span className="num font-semibold">{moneyText(row.amount, currency, false)}</span>
      </Link>
    </li>
  )
}
