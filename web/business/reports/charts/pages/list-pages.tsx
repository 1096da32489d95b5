import { Printer } from 'lucide-react'
import { contract } from '../../../../../contract/index.ts'
import { SOURCE_LABELS } from '../../../../../contract/reports/source-labels.ts'
import type { ReplyOf } from '../../../../../contract/route.ts'
import { formatDate } from '../../../../../domain/dates/calendar.ts'
import { AGING_BUCKETS } from '../../../../../domain/invoices/aging.ts'
import { useAccount } from '../../../../session/account-context.ts'
import { DateField } from '../../../../ui/fields/date-field.tsx'
import { Button } from '../../../../ui/layout/button.tsx'
import { Link, useNavigateTo } from '../../../../ui/layout/link.tsx'
import { AGING_LABELS, AgingBar } from '../../../../ui/text/aging-bar.tsx'
import { Money } from '../../../../ui/text/money.tsx'
import { heightOf } from '../../../charts/chart-values.ts'
import { behindPath } from '../../../charts/list-paths.ts'
import { useReport, useReportState } from '../../../charts/use-report.ts'
import { agingSegments } from '../../../dashboard/figures.ts'
import { recordPath } from '../../../paths.ts'
import { AGING, SOURCES } from '../definitions.ts'
import { ReportFrame } from '../report-frame.tsx'
import { ReportTable } from '../report-table.tsx'

/** True for '0.00'. */
const isZero = (amount: string): boolean => !/[1-9]/.test(amount)

const quiet = 'underline-offset-3 hover:underline'

/** Shows each customer's balance at the end of a day, by age; laid out for printing too. */
export function AgingByCustomerPage() {
  const { search, set } = useReportState()
  const { date_format, today } = useAccount()
  const query = useReport(
    'aging',
    (call, account, signal) =>
      call(contract.charts.aging, { params: { account }, query: search }, { signal }),
    search,
  )
  const on = search.on ?? today
  return (
    <ReportFrame
      title={`Aging by customer as of ${formatDate(on, date_format)}`}
      report="aging"
      query={query}
      isEmpty={({ rows }) => rows.length === 0}
      definitions={[AGING]}
      controls={
        <>
          <DateField
            label="As of"
            labelHidden
            value={on}
            max={today}
            formatDate={(day) => formatDate(day, date_format)}
            onChange={(day) => set({ on: day === today ? undefined : day })}
          />
          <Button icon={<Printer />} onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      {(reply) => <AgingTable reply={reply} day={(on) => formatDate(on, date_format)} />}
    </ReportFrame>
  )
}

type AgingReply = ReplyOf<typeof contract.charts.aging>

/** The bar over all customers, and the table with its total; each figure leads to the invoices that it adds up. */
function AgingTable({ reply, day }: { reply: AgingReply; day: (on: string) => string }) {
  const navigate = useNavigateTo()
  const money = (amount: string) => <Money amount={amount} currency={reply.currency} bare />
  const isToday = reply.on === reply.today
  const { currency } = reply
  const open = (more: string) => `/invoices?view=open&filter_currency=${currency}${more}`
  /** Open invoices of today are a list of their own, with its actions. */
  const invoices = (customer: string, bucket: string) =>
    isToday
      ? open(`&customer=${customer}${bucket && `&aging=${bucket}`}`)
      : behindPath('aging-by-customer', { on: reply.on, currency, customer, bucket })
  const linked = (amount: string, href: string | null, className = quiet) =>
    href === null || isZero(amount) ? (
      money(amount)
    ) : (
      <Link href={href} className={className}>
        {money(amount)}
      </Link>
    )
  return (
    <>
      <AgingBar
        label={`Owed by age as of ${day(reply.on)}, in ${reply.currency}`}
        segments={agingSegments(reply.total)}
        onSelect={isToday ? (bucket) => navigate(open(`&aging=${bucket}`)) : undefined}
      />
      <ReportTable
        caption={`What customers owed as of ${day(reply.on)}, in ${reply.currency}`}
        rows={reply.rows}
        keyOf={(row) => row.customer.pk}
        columns={[
          {
            name: 'Customer',
            cell: (row) => (
              <Link href={recordPath('customer', row.customer.pk)} className={quiet}>
                {row.customer.short_name}
              </Link>
            ),
          },
          ...AGING_BUCKETS.map((bucket) => ({
            name: AGING_LABELS[bucket],
            number: true,
            cell: (row: (typeof reply.rows)[number]) =>
              linked(row.aging[bucket], invoices(row.customer.pk, bucket)),
          })),
          {
            name: 'Owed',
            number: true,
            cell: (row) => linked(row.aging.total, invoices(row.customer.pk, ''), `font-semibold ${quiet}`),
          },
        ]}
        total={[
          `${reply.customers.toLocaleString('en-US')} ${reply.customers === 1 ? 'customer' : 'customers'}`,
          ...AGING_BUCKETS.map((bucket) =>
            linked(reply.total[bucket], isToday ? open(`&aging=${bucket}`) : null),
          ),
          linked(reply.total.total, isToday ? open('') : null),
        ]}
      />
      {reply.customers > reply.rows.length && (
        <p className="text-ink-2">
          These are the {reply.rows.length.toLocaleString('en-US')} customers who owed most. The export has
          all.
        </p>
      )}
    </>
  )
}

/** Shows the sources of the last twelve months' payments. */
export function SourcesPage() {
  const { search } = useReportState()
  const query = useReport(
    'sources',
    (call, account, signal) =>
      call(contract.charts.sources, { params: { account }, query: search }, { signal }),
    search,
  )
  return (
    <ReportFrame
      title="Collected by source"
      report="sources"
      query={query}
      isEmpty={({ rows }) => rows.length === 0}
      definitions={SOURCES}
    >
      {(reply) => {
        const highest = Math.max(1, ...reply.rows.map((row) => heightOf(row.collected)))
        const list = ({ source, step_name }: (typeof reply.rows)[number]) =>
          behindPath('sources', { source, step_name, currency: reply.currency })
        return (
          <ReportTable
            caption={`Collected by source in the last twelve months, in ${reply.currency}`}
            rows={reply.rows}
            keyOf={(row) => `${row.source} ${row.step_name}`}
            columns={[
              {
                name: 'Source',
                cell: (row) => (
                  <>
                    {SOURCE_LABELS[row.source]}
                    {row.step_name && <span className="font-normal text-ink-2">: {row.step_name}</span>}
                  </>
                ),
              },
              {
                name: 'Share',
                cell: (row) => (
                  <span aria-hidden="true" className="block h-3 w-full min-w-24">
                    <i
                      className="block h-full min-w-0.5 rounded-2 bg-brand"
                      style={{ width: `${(heightOf(row.collected) / highest) * 100}%` }}
                    />
                  </span>
                ),
              },
              {
                name: 'Payments',
                number: true,
                cell: (row) => (
                  <Link href={list(row)} className={quiet}>
                    {row.payments.toLocaleString('en-US')}
                  </Link>
                ),
              },
              {
                name: 'Collected',
                number: true,
                cell: (row) => (
                  <Link href={list(row)} className={`font-semibold ${quiet}`}>
                    <Money amount={row.collected} currency={reply.currency} bare />
                  </Link>
                ),
              },
            ]}
          />
        )
      }}
    </ReportFrame>
  )
}
