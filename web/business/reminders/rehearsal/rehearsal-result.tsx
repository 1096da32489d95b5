import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { REASON_TEXTS } from '../../../../domain/reminders/reason-texts.ts'
import { useAccount } from '../../../session/account-context.ts'
import { RehearsedList } from './rehearsed-list.tsx'
import { ALL_SENT, type Rehearsal, type Result, type Shown } from './use-rehearsal.ts'
import { WeekChart } from './week-chart.tsx'
import { weeksOf } from './weeks.ts'

/** Figures, rules that were kept, messages by week, customers, reasons, and the messages themselves. */
export function RehearsalResult({
  rehearsal,
  result,
  flowId,
}: {
  rehearsal: Rehearsal
  result: Result
  flowId: string
}) {
  const { date_format } = useAccount()
  const [shown, setShown] = useState<Shown>(ALL_SENT)
  const weeks = weeksOf(result.days, rehearsal.from, rehearsal.until)
  return (
    <>
      <Totals result={result} />
      <Rules result={result} />
      <WeekChart
        weeks={weeks}
        shownFrom={shown.from ?? null}
        onShow={({ from, until }) =>
          setShown({ outcome: 'sent', from, until, label: `Week of ${formatDate(from, date_format)}` })
        }
      />
      <div className="grid border-t border-line lg:grid-cols-2">
        <Choices
          title="Customers"
          note="Most messages first"
          rows={result.top_customers.map(({ pk, short_name, messages }) => ({
            id: pk,
            label: short_name,
            count: messages,
            isShown: shown.customer === pk,
            onShow: () => setShown({ outcome: 'sent', customer: pk, label: short_name }),
          }))}
        />
        <Choices
          title="Held or skipped"
          note={result.held.toLocaleString('en-US')}
          rows={result.reasons.map(({ reason, count }) => ({
            id: reason,
            label: REASON_TEXTS[reason],
            count,
            isShown: shown.reason === reason,
            onShow: () => setShown({ outcome: 'held', reason, label: REASON_TEXTS[reason] }),
          }))}
        />
      </div>
      <RehearsedList
        key={JSON.stringify(shown)}
        flowId={flowId}
        shown={shown}
        onShowAll={() => setShown(ALL_SENT)}
      />
    </>
  )
}

function Totals({ result }: { result: Result }) {
  const { live } = result
  const totals = [
    ['Messages', result.messages, live && `live ${live.messages.toLocaleString('en-US')}`],
    ['Most to one customer in 30 days', result.most_in_30_days, null],
    ['Held or skipped', result.held, live && `live ${live.held.toLocaleString('en-US')}`],
    ['Invoices reminded', result.invoices, `of ${result.invoices_total.toLocaleString('en-US')}`],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-px border-y border-line bg-line lg:grid-cols-4">
      {totals.map(([label, value, note]) => (
        <div key={label} className="grid content-start bg-surface px-4 py-3 md:px-6">
          <dt className="text-ink-3">{label}</dt>
          <dd className="flex items-baseline gap-2">
            <span className="num text-20 font-semibold">{value.toLocaleString('en-US')}</span>
            {note && <span className="num text-ink-3">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Rules that hold for every message; a broken one is a fault of the product. */
function Rules({ result: { broken, gap_days } }: { result: Result }) {
  const rules = [
    ['None twice', broken.twice],
    ['None after payment', broken.after_payment],
    ['None on a day that holds reminders', broken.day_off],
    ...(gap_days > 0
      ? [[`Never closer than ${gap_days} ${gap_days === 1 ? 'day' : 'days'}`, broken.gap] as const]
      : []),
  ] as const
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1.5 border-b border-line bg-sunken px-4 py-2.5 md:px-6">
      {rules.map(([text, count]) => (
        <li key={text} className="flex items-center gap-1.5 font-medium">
          {count === 0 ? <CircleCheck className="text-paid" /> : <CircleAlert className="text-overdue" />}
          {text}
          {count > 0 && <span className="text-overdue">broken {count} times</span>}
        </li>
      ))}
    </ul>
  )
}

interface Choice {
  readonly id: string
  readonly label: string
  readonly count: number
  readonly isShown: boolean
  readonly onShow: () => void
}

/** A list whose rows narrow the messages. */
function Choices({ title, note, rows }: { title: string; note: string; rows: readonly Choice[] }) {
  return (
    <section className="min-w-0 border-line py-4 max-lg:border-b lg:not-last:border-e" aria-label={title}>
      <div className="flex items-baseline justify-between px-4 pb-2 md:px-6">
        <h2 className="font-semibold">{title}</h2>
        <span className="num text-ink-3">{note}</span>
      </div>
      {rows.length === 0 && <p className="px-4 text-ink-3 md:px-6">None</p>}
      <ul className="max-h-72 overflow-y-auto" tabIndex={rows.length > 8 ? 0 : undefined}>
        {rows.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              aria-pressed={row.isShown}
              onClick={row.onShow}
              className="flex w-full items-baseline justify-between gap-4 px-4 py-1.5 text-start hover:bg-sunken aria-pressed:bg-sunken aria-pressed:font-semibold md:px-6"
            >
              <span className="min-w-0">{row.label}</span>
              <span className="num">{row.count.toLocaleString('en-US')}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
