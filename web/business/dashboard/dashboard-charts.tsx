import { Link } from '../../ui/layout/link.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { ColumnChart } from '../charts/column-chart.tsx'
import { expectedRanges, isNothing, useExpectedCash } from '../charts/expected-cash.ts'
import { MONTHS_ANCHOR } from '../charts/list-paths.ts'
import { cashColumns, figureText, useMonths } from '../charts/month-columns.ts'
import { RangeChart } from '../charts/range-chart.tsx'
import { reportPath } from '../paths.ts'
import { Panel } from './panel.tsx'

const NONE = {}
const beside = 'max-md:border-t md:border-s'

/** The most useful reports, small, in the account's own currency. Each leads to its page, which has the table. */
export function DashboardCharts() {
  const { data: months } = useMonths(NONE)
  const { data: cash } = useExpectedCash(NONE)
  const isReady = months !== undefined && !months.preparing
  if (isReady && months.months.length === 0) return null
  const now = isReady ? months.months.at(-1) : undefined
  const inCurrency = isReady && months.currencies.length > 1 && (
    <span className="text-ink-3">{months.currency}</span>
  )
  return (
    <div className="grid border-b border-line md:grid-cols-2 xl:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_20rem]">
      <Panel
        title="Collected and invoiced"
        aside={inCurrency}
        more={{ label: 'Report', href: reportPath('cash') }}
      >
        {isReady ? (
          <ColumnChart
            small
            label={`Collected and invoiced by month, in ${months.currency}`}
            columns={cashColumns(months)}
          />
        ) : (
          <Skeleton className="h-44" />
        )}
      </Panel>
      <Panel
        title="Expected cash"
        aside={inCurrency}
        more={{ label: 'Report', href: reportPath('expected-cash') }}
        className={beside}
      >
        {cash && !cash.preparing ? (
          cash.customers === 0 || isNothing(cash) ? (
            <p className="mt-2 text-ink-2">
              {cash.customers === 0
                ? 'Nobody owes you anything right now.'
                : 'No payment is expected in the next weeks. The estimate comes from how late your customers paid before.'}
            </p>
          ) : (
            <div className="mt-1">
              <p className="sr-only">{`The report lists what each week will likely bring, in ${cash.currency}.`}</p>
              <RangeChart small ranges={expectedRanges(cash)} />
            </div>
          )
        ) : (
          <Skeleton className="h-44" />
        )}
      </Panel>
      <Panel
        title="How well we collect"
        aside={inCurrency}
        more={{ label: 'Report', href: reportPath('collection') }}
        className="border-line max-xl:col-span-full max-xl:border-t xl:border-s"
      >
        {now ? (
          <dl className="mt-1 grid gap-3 md:max-xl:grid-cols-3">
            {FIGURES.map(([figure, label]) => (
              <div key={figure}>
                <dt className="text-ink-2">{label}</dt>
                <dd className="num text-20 font-semibold">
                  <Link
                    href={`${reportPath('collection')}#${MONTHS_ANCHOR}`}
                    className="relative inline-block underline-offset-4 hover:underline"
                  >
                    <span className="sr-only">{label}: </span>
                    {figureText(now, figure)}
                  </Link>
                </dd>
              </div>
            ))}
          </dl>
        ) : (
          <Skeleton className="h-36" />
        )}
      </Panel>
    </div>
  )
}

const FIGURES = [
  ['dso_days', 'Days sales outstanding'],
  ['effectiveness_percent', 'Collection effectiveness'],
  ['days_delinquent', 'Average days delinquent'],
] as const
