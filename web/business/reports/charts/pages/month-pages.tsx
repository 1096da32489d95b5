import { AGING_BUCKETS } from '../../../../../domain/invoices/aging.ts'
import { Link } from '../../../../ui/layout/link.tsx'
import { AGING_LABELS } from '../../../../ui/text/aging-bar.tsx'
import { Money } from '../../../../ui/text/money.tsx'
import { ColumnChart } from '../../../charts/column-chart.tsx'
import { MONTHS_ANCHOR, periodPath } from '../../../charts/list-paths.ts'
import {
  agingColumns,
  agingOfMonth,
  cashColumns,
  figureColumns,
  figureText,
  type Month,
  type MonthsReply,
  monthTitle,
  useMonths,
} from '../../../charts/month-columns.ts'
import { useReportState } from '../../../charts/use-report.ts'
import { AGING, COLLECTED, DELINQUENT, DSO, EFFECTIVENESS, INVOICED } from '../definitions.ts'
import { ReportFrame } from '../report-frame.tsx'
import { ReportTable, type TableColumn } from '../report-table.tsx'

const isEmpty = ({ months }: MonthsReply): boolean => months.length === 0
const quiet = 'underline-offset-3 hover:underline'

function MonthTable({
  caption,
  reply,
  columns,
}: {
  caption: string
  reply: MonthsReply
  columns: readonly TableColumn<Month>[]
}) {
  const newestFirst = [...reply.months].reverse()
  return (
    <ReportTable
      anchor={MONTHS_ANCHOR}
      caption={caption}
      rows={newestFirst}
      keyOf={(month) => month.from}
      columns={[{ name: 'Month', cell: (month) => monthTitle(month, reply.months) }, ...columns]}
    />
  )
}

/** Cash collected against invoiced, by month. */
export function CashPage() {
  const state = useReportState()
  const query = useMonths(state.search)
  return (
    <ReportFrame
      title="Collected and invoiced"
      report="months"
      query={query}
      isEmpty={isEmpty}
      definitions={[INVOICED, COLLECTED]}
    >
      {(reply) => (
        <>
          <ColumnChart
            label={`Collected and invoiced by month, in ${reply.currency}`}
            columns={cashColumns(reply)}
          />
          <MonthTable
            caption={`Collected and invoiced by month, in ${reply.currency}`}
            reply={reply}
            columns={[
              {
                name: 'Invoiced',
                number: true,
                cell: (month) => (
                  <Link href={periodPath('invoiced', month, reply.currency)} className={quiet}>
                    <Money amount={month.invoiced} currency={reply.currency} bare />
                  </Link>
                ),
              },
              {
                name: 'Collected',
                number: true,
                cell: (month) => (
                  <Link href={periodPath('collected', month, reply.currency)} className={quiet}>
                    <Money amount={month.collected} currency={reply.currency} bare />
                  </Link>
                ),
              },
              {
                name: 'Owed at month end',
                number: true,
                cell: (month) => (
                  <Link href={agingOfMonth(month, reply.currency)} className={quiet}>
                    <Money amount={month.owed} currency={reply.currency} bare />
                  </Link>
                ),
              },
            ]}
          />
        </>
      )}
    </ReportFrame>
  )
}

const FIGURES = [
  ['dso_days', 'Days sales outstanding', 'DSO', ''],
  ['effectiveness_percent', 'Collection effectiveness', 'CEI', '%'],
  ['days_delinquent', 'Average days delinquent', 'On average', ''],
] as const

/** Days sales outstanding, collection effectiveness and average days delinquent over twelve months. */
export function CollectionPage() {
  const state = useReportState()
  const query = useMonths(state.search)
  return (
    <ReportFrame
      title="How well we collect"
      report="months"
      query={query}
      isEmpty={isEmpty}
      definitions={[DSO, EFFECTIVENESS, DELINQUENT]}
    >
      {(reply) => (
        <>
          <div className="grid gap-6 xl:grid-cols-3">
            {FIGURES.map(([figure, label, short, unit]) => (
              <section key={figure} aria-label={label} className="min-w-0">
                <h2 className="text-14 font-semibold">{label}</h2>
                <ColumnChart
                  small
                  label={`${label} by month`}
                  unit={unit}
                  columns={figureColumns(reply, figure, short)}
                />
              </section>
            ))}
          </div>
          <MonthTable
            caption={`How well we collect, by month, in ${reply.currency}`}
            reply={reply}
            columns={FIGURES.map(([figure, label]) => ({
              name: label,
              number: true,
              cell: (month) => (
                <Link href={agingOfMonth(month, reply.currency)} className={quiet}>
                  {figureText(month, figure)}
                </Link>
              ),
            }))}
          />
        </>
      )}
    </ReportFrame>
  )
}

/** Amounts owed at the end of each month, by age. */
export function AgingOverTimePage() {
  const state = useReportState()
  const query = useMonths(state.search)
  return (
    <ReportFrame
      title="Aging over time"
      report="months"
      query={query}
      isEmpty={isEmpty}
      definitions={[AGING]}
    >
      {(reply) => (
        <>
          <ColumnChart
            stacked
            label={`Owed at the end of each month by age, in ${reply.currency}`}
            columns={agingColumns(reply)}
          />
          <MonthTable
            caption={`Owed at the end of each month by age, in ${reply.currency}`}
            reply={reply}
            columns={[
              ...AGING_BUCKETS.map((bucket) => ({
                name: AGING_LABELS[bucket],
                number: true,
                cell: (month: Month) => (
                  <Link href={agingOfMonth(month, reply.currency)} className={quiet}>
                    <Money amount={month.aging[bucket]} currency={reply.currency} bare />
                  </Link>
                ),
              })),
              {
                name: 'Owed',
                number: true,
                cell: (month) => (
                  <Link href={agingOfMonth(month, reply.currency)} className={quiet}>
                    <Money
                      amount={month.aging.total}
                      currency={reply.currency}
                      bare
                      className="font-semibold"
                    />
                  </Link>
                ),
              },
            ]}
          />
        </>
      )}
    </ReportFrame>
  )
}
