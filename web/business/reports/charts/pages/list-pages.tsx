import { Printer } from 'lucide-react'
import { contract } from '../../../../../contract/index.ts'
import { SOURCE_LABELS } from '../../../../../contract/reports/source-labels.ts'
import { formatDate } from '../../../../../domain/dates/calendar.ts'
import { AGING_BUCKETS } from '../../../../../domain/invoices/aging.ts'
import { useAccount } from '../../../../session/account-context.ts'
import { DateField } from '../../../../ui/fields/date-field.tsx'
import { Button } from '../../../../ui/layout/button.tsx'
import { Link } from '../../../../ui/layout/link.tsx'
import { AGING_LABELS, AgingBar } from '../../../../ui/text/aging-bar.tsx'
import { Money } from '../../../../ui/text/money.tsx'
import { heightOf } from '../../../charts/chart-values.ts'
import { useReport, useReportState } from '../../../charts/use-report.ts'
import { agingSegments } from '../../../dashboard/figures.ts'
import { recordPath } from '../../../paths.ts'
import { AGING, SOURCES } from '../definitions.ts'
import { ReportFrame } from '../report-frame.tsx'
import { ReportTable } from '../report-table.tsx'

const quiet = 'underline-offset-3 hover:underline'

/** What each customer owed at the end of a day, by age; laid out for printing too. */
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
      {(reply) => {
        const money = (amount: string) => <Money amount={amount} currency={reply.currency} bare />
        // Invoices that were open on a past day are among those dated until then.
        const shown = reply.on === reply.today ? 'view=open' : `filter_invoice_date_lte=${reply.on}`
        const invoices = `/invoices?${shown}&filter_currency=${reply.currency}`
        return (
          <>
            <AgingBar
              label={`Owed by age as of ${formatDate(reply.on, date_format)}, in ${reply.currency}`}
              segments={agingSegments(reply.total)}
            />
            <ReportTable
              caption={`What customers owed as of ${formatDate(reply.on, date_format)}, in ${reply.currency}`}
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
                  cell: (row: (typeof reply.rows)[number]) => money(row.aging[bucket]),
                })),
                {
                  name: 'Owed',
                  number: true,
                  cell: (row) => (
                    <Link
                      href={`${invoices}&customer=${row.customer.pk}`}
                      className={`font-semibold ${quiet}`}
                    >
                      {money(row.aging.total)}
                    </Link>
                  ),
                },
              ]}
              total={[
                `${reply.customers.toLocaleString('en-US')} ${reply.customers === 1 ? 'customer' : 'customers'}`,
                ...AGING_BUCKETS.map((bucket) => money(reply.total[bucket])),
                money(reply.total.total),
              ]}
            />
            {reply.customers > reply.rows.length && (
              <p className="text-ink-2">
                These are the {reply.rows.length.toLocaleString('en-US')} customers who owed most. The export
                has all.
              </p>
            )}
          </>
        )
      }}
    </ReportFrame>
  )
}

/** What brought the money of the last twelve months. */
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
        const list = (source: string) =>
          source === 'reminder'
            ? '/reminders?view=sent'
            : `/payment-processing?filter_created_gte=${reply.from}&filter_total_currency=${reply.currency}`
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
              { name: 'Payments', number: true, cell: (row) => row.payments.toLocaleString('en-US') },
              {
                name: 'Collected',
                number: true,
                cell: (row) => (
                  <Link href={list(row.source)} className={`font-semibold ${quiet}`}>
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
