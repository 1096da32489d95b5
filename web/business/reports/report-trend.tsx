import { Money } from '../../ui/text/money.tsx'
import { countText } from '../dashboard/figures.ts'
import { monthBars, monthOf } from './month-bars.ts'
import type { ReportFigures } from './report-figures.ts'

/** Invoiced and collected amounts of each month, as bars and as figures. */
export function ReportTrend({ figures }: { figures: ReportFigures }) {
  return (
    <div className="grid gap-4">
      <Bars figures={figures} />
      <Months figures={figures} />
    </div>
  )
}

function Bars({ figures }: { figures: ReportFigures }) {
  return (
    <div aria-hidden="true" className="report-whole grid gap-2">
      <p className="flex gap-4 text-12 text-ink-2">
        <span className="flex items-center gap-1.5">
          <i className="size-2 rounded-2 report-invoiced" /> Invoiced
        </span>
        <span className="flex items-center gap-1.5">
          <i className="size-2 rounded-2 bg-brand" /> Collected
        </span>
      </p>
      <ol className="flex border-b border-line">
        {monthBars(figures).map(({ until, invoiced, collected }) => (
          <li key={until} className="flex h-28 min-w-0 flex-1 items-end justify-center gap-0.5">
            <Bar part={invoiced} tone="report-invoiced" />
            <Bar part={collected} tone="bg-brand" />
          </li>
        ))}
      </ol>
      <ol className="flex">
        {figures.months.map(({ until }) => (
          <li key={until} className="min-w-0 flex-1 text-center text-11 text-ink-3">
            {monthOf(until).name}
          </li>
        ))}
      </ol>
    </div>
  )
}

const Bar = ({ part, tone }: { part: number; tone: string }) => (
  <i
    className={`report-bar rounded-2 ${tone}`}
    style={{ height: part > 0 ? `max(${part * 100}%, 2px)` : 0 }}
  />
)

const cell = 'h-9 border-b border-line ps-4 text-end max-sm:ps-2'
const head =
  'h-7.5 border-b border-line ps-4 text-end font-medium text-ink-3 max-sm:ps-2 max-sm:align-bottom sm:whitespace-nowrap'

function Months({ figures }: { figures: ReportFigures }) {
  const { currency, months } = figures
  const amount = (value: string) => <Money amount={value} currency={currency} bare />
  const dso = (days: number | null) => (days === null ? '–' : countText(days, 'day', 'days'))
  return (
    <div className="overflow-x-auto">
      <table className="report-months w-full border-collapse">
        <caption className="sr-only">{`Invoiced, collected and owed by month, in ${currency}`}</caption>
        <thead>
          <tr className="text-12">
            <th scope="col" className="h-7.5 border-b border-line text-start font-medium text-ink-3">
              Month
            </th>
            <th scope="col" className={head}>
              Invoiced
            </th>
            <th scope="col" className={head}>
              Collected
            </th>
            <th scope="col" className={head}>
              Owed<span className="max-sm:hidden"> at month end</span>
            </th>
            <th scope="col" className={`${head} max-sm:hidden`}>
              DSO
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map((month, at) => (
            <tr key={month.until}>
              <th scope="row" className="h-9 border-b border-line py-1 text-start font-medium">
                {monthOf(month.until).name} {monthOf(month.until).year}
                {at === months.length - 1 && <span className="font-normal text-ink-3"> so far</span>}
                <small className="report-small num text-12 font-normal text-ink-3">
                  DSO {dso(month.dso_days)}
                </small>
              </th>
              <td className={cell}>{amount(month.invoiced)}</td>
              <td className={cell}>{amount(month.collected)}</td>
              <td className={`${cell} font-semibold`}>{amount(month.owed)}</td>
              <td className={`${cell} num max-sm:hidden`}>{dso(month.dso_days)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
