import { formatDate } from '../../../../../domain/dates/calendar.ts'
import { useAccount } from '../../../../session/account-context.ts'
import { Link } from '../../../../ui/layout/link.tsx'
import { Money } from '../../../../ui/text/money.tsx'
import {
  type ExpectedCashReply,
  expectedRanges,
  isNothing,
  useExpectedCash,
  weekName,
  weekPath,
} from '../../../charts/expected-cash.ts'
import { RangeChart } from '../../../charts/range-chart.tsx'
import { useReportState } from '../../../charts/use-report.ts'
import { reportPath } from '../../../paths.ts'
import { EXPECTED } from '../definitions.ts'
import { ReportFrame } from '../report-frame.tsx'
import { ReportTable } from '../report-table.tsx'

/** The cash that the next weeks are expected to bring. */
export function ExpectedCashPage() {
  const state = useReportState()
  const query = useExpectedCash(state.search)
  const { date_format } = useAccount()
  return (
    <ReportFrame
      title="Expected cash"
      report="expected-cash"
      query={query}
      isEmpty={({ customers }) => customers === 0}
      definitions={EXPECTED}
    >
      {(reply) => {
        const money = (amount: string) => <Money amount={amount} currency={reply.currency} bare />
        const open = `/invoices?view=open&filter_currency=${reply.currency}`
        return (
          <>
            <p className="text-ink-2">
              Of{' '}
              <Link href={open} className="font-semibold text-ink underline underline-offset-3">
                <Money amount={reply.owed} currency={reply.currency} />
              </Link>{' '}
              owed by{' '}
              <Link
                href={`${reportPath('aging-by-customer')}?currency=${reply.currency}`}
                className="text-ink underline underline-offset-3"
              >
                {reply.customers.toLocaleString('en-US')} {reply.customers === 1 ? 'customer' : 'customers'}
              </Link>
              . {ownHabits(reply)}
            </p>
            {isNothing(reply) ? (
              <p className="text-ink-2">No payment is expected in the next weeks.</p>
            ) : (
              <div className="max-w-200">
                <RangeChart ranges={expectedRanges(reply)} />
              </div>
            )}
            <ReportTable
              caption={`Expected cash by week, in ${reply.currency}`}
              rows={reply.weeks}
              keyOf={(week) => week.from}
              columns={[
                { name: 'Week', cell: weekName },
                { name: 'Until', wide: true, cell: (week) => formatDate(week.until, date_format) },
                { name: 'At least', number: true, cell: (week) => money(week.low) },
                {
                  name: 'Likely',
                  number: true,
                  cell: (week) => (
                    <Link
                      href={weekPath(week, reply.currency)}
                      className="font-semibold underline-offset-3 hover:underline"
                    >
                      {money(week.likely)}
                    </Link>
                  ),
                },
                { name: 'At most', number: true, cell: (week) => money(week.high) },
              ]}
              total={['Later or not at all', '', '', money(reply.later), '']}
            />
          </>
        )
      }}
    </ReportFrame>
  )
}

/** Says for how many customers the estimate uses their own payments. */
function ownHabits({ customers, customers_with_own_delays: own }: ExpectedCashReply): string {
  if (own === 0) return 'None of them has paid often enough yet, so all count like your customers together.'
  if (own === customers) return 'The estimate uses how late each of them paid before.'
  return `For ${own.toLocaleString('en-US')} of them the estimate uses how late they paid before; the others count like all customers together.`
}
