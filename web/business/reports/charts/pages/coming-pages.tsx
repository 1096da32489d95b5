import { contract } from '../../../../../contract/index.ts'
import { COMING_LABELS } from '../../../../../contract/reports/source-labels.ts'
import { formatDate, shortWeekday } from '../../../../../domain/dates/calendar.ts'
import { useAccount } from '../../../../session/account-context.ts'
import { Link } from '../../../../ui/layout/link.tsx'
import { AgingBarMini } from '../../../../ui/text/aging-bar.tsx'
import { Money } from '../../../../ui/text/money.tsx'
import { comingPath, owedByPath } from '../../../charts/list-paths.ts'
import { useReport, useReportState } from '../../../charts/use-report.ts'
import { agingSegments } from '../../../dashboard/figures.ts'
import { recordPath } from '../../../paths.ts'
import { ReportFrame } from '../report-frame.tsx'
import { ReportTable } from '../report-table.tsx'

const quiet = 'underline-offset-3 hover:underline'

/** The customers who owe most. */
export function DebtorsPage() {
  const { search } = useReportState()
  const query = useReport(
    'debtors',
    (call, account, signal) =>
      call(contract.charts.debtors, { params: { account }, query: search }, { signal }),
    search,
  )
  return (
    <ReportFrame
      title="Top debtors"
      report="debtors"
      query={query}
      isEmpty={({ rows }) => rows.length === 0}
      definitions={[
        {
          term: 'Owed',
          text: 'The unpaid amount of all open invoices, including tax. At most 100 customers are listed, those who owe most.',
        },
      ]}
    >
      {(reply) => {
        const invoices = (pk: string, view: 'open' | 'overdue') => owedByPath(pk, view, reply.currency)
        return (
          <ReportTable
            caption={`Customers who owe most, in ${reply.currency}`}
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
              {
                name: 'Aging',
                cell: (row) => (
                  <Link href={invoices(row.customer.pk, 'open')} className="block">
                    <AgingBarMini segments={agingSegments(row.aging)} className="w-40 max-sm:w-20" />
                  </Link>
                ),
              },
              {
                name: 'Open invoices',
                number: true,
                cell: (row) => (
                  <Link href={invoices(row.customer.pk, 'open')} className={quiet}>
                    {row.open_invoices.toLocaleString('en-US')}
                  </Link>
                ),
              },
              {
                name: 'Oldest',
                number: true,
                cell: (row) =>
                  row.oldest_days > 0 ? (
                    <Link
                      href={`${invoices(row.customer.pk, 'overdue')}&order_by=due_date`}
                      className={quiet}
                    >
                      {row.oldest_days} days
                    </Link>
                  ) : (
                    '–'
                  ),
              },
              {
                name: 'Past due',
                number: true,
                cell: (row) => (
                  <Link href={invoices(row.customer.pk, 'overdue')} className={quiet}>
                    <Money amount={row.past_due} currency={reply.currency} bare />
                  </Link>
                ),
              },
              {
                name: 'Owed',
                number: true,
                cell: (row) => (
                  <Link href={invoices(row.customer.pk, 'open')} className={`font-semibold ${quiet}`}>
                    <Money amount={row.owed} currency={reply.currency} bare />
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

/** Due dates, promises, installments and automatic payments of the next seven days, of which today is the first. */
export function NextDaysPage() {
  const { search } = useReportState()
  const { date_format } = useAccount()
  const query = useReport(
    'next-days',
    (call, account, signal) =>
      call(contract.charts.nextDays, { params: { account }, query: search }, { signal }),
    search,
  )
  return (
    <ReportFrame
      title="Next seven days"
      report="next-days"
      query={query}
      isEmpty={({ rows }) => rows.length === 0}
      definitions={[
        {
          term: 'What is listed',
          text: 'Today and the six days after it: open invoices on their due date, open promises on their last day, installments of confirmed payment plans, and automatic payments that were announced. One amount can appear under several of them.',
        },
        {
          term: 'Reminders',
          text: 'The reminders of the next 30 days are listed under Reminders, Upcoming.',
        },
      ]}
    >
      {(reply) => {
        const list = (row: (typeof reply.rows)[number]) => comingPath(row, reply.currency)
        return (
          <ReportTable
            caption={`What the next seven days bring, in ${reply.currency}`}
            rows={reply.rows}
            keyOf={(row) => `${row.day} ${row.kind}`}
            columns={[
              {
                name: 'Day',
                cell: (row) => `${shortWeekday(row.day)}, ${formatDate(row.day, date_format)}`,
              },
              { name: 'Coming', cell: (row) => COMING_LABELS[row.kind] },
              {
                name: 'Count',
                number: true,
                cell: (row) => (
                  <Link href={list(row)} className={quiet}>
                    {row.count.toLocaleString('en-US')}
                  </Link>
                ),
              },
              {
                name: 'Amount',
                number: true,
                cell: (row) => (
                  <Link href={list(row)} className={`font-semibold ${quiet}`}>
                    <Money amount={row.amount} currency={reply.currency} bare />
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
