import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { contract } from '../../../contract/index.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { createCaller } from '../../session/calls/call.ts'
import { Button } from '../../ui/layout/button.tsx'
import { MessagePage } from '../../ui/layout/message-page.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { timeOf } from '../../ui/text/zoned-time.ts'
import { CompanyLogo } from '../../ui/theme/brand-mark.tsx'
import { queryClient } from '../query-client.ts'
import { linkToken as token } from './link-token.ts'
import { ReportCurrency } from './report-currency.tsx'
import { ReportMethod } from './report-method.tsx'
import './shared-report.css'
import type { SharedReport } from './shared-report.ts'
import { useLightPaper } from './use-light-paper.ts'

/** Calls without a session: the link's reader stays anonymous, even in a browser with a signed-in user. */
const call = createCaller(
  () => ({ token: null, accountId: null, customerId: null }),
  () => {},
)

/**
 * The receivables report for its recipient. Read once, because the figures belong to the instant that it
 * names.
 */
export function SharedReportPage() {
  const { data, error, refetch, isFetching } = useQuery(
    {
      queryKey: ['shared-report', token],
      queryFn: ({ signal }) => call(contract.reports.readShared, { body: { token } }, { signal }),
      enabled: token !== '',
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    },
    queryClient,
  )
  useLightPaper()
  if (data) return <Report report={data} />
  const unknown = token === '' || (error instanceof ApiError && error.code === 'report_unknown')
  if (unknown)
    return (
      <MessagePage title="Report not found">
        We couldn’t find this report. Check that you copied the whole link.
      </MessagePage>
    )
  if (!error) return <Waiting />
  if (error instanceof ApiError && error.code === 'report_over')
    return <MessagePage title="No longer shared">{error.message}</MessagePage>
  return (
    <MessagePage
      title="Failed to load the report"
      actions={
        <Button variant="primary" busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      {error.message}
    </MessagePage>
  )
}

const frame = 'report mx-auto grid w-full max-w-page gap-8 px-4 py-6 md:px-6 md:py-12 print:p-0'

function Report({ report }: { report: SharedReport }) {
  const { company, currencies, timezone, date_format } = report
  const name = company.name || 'Receivables'
  const several = currencies.length > 1
  return (
    <main id="main" className={frame}>
      <title>{`Receivables report – ${name} – ${formatDate(report.today, date_format)}`}</title>
      <meta name="robots" content="noindex" />
      <header className="flex flex-wrap items-start gap-x-4 gap-y-3 border-b border-line pb-5">
        <CompanyLogo name={name} src={company.logo} wide className="size-10 text-16" />
        <div className="min-w-0 flex-1">
          <p className="font-medium text-ink-2">{company.name}</p>
          <h1 className="text-24 font-semibold">Receivables report</h1>
          <p className="mt-1 text-ink-2">
            As of {formatDate(report.today, date_format)}, {timeOf(report.as_of, timezone)} ({timezone}).
            Prepared for {report.recipient}.
          </p>
        </div>
        <Button icon={<Printer />} onClick={() => window.print()} className="print:hidden">
          Print
        </Button>
      </header>
      {currencies.length === 0 && (
        <p className="py-8 text-center text-14 text-ink-2">
          Nothing is owed, and nothing was invoiced in the last 12 months.
        </p>
      )}
      {currencies.map((figures, at) => (
        <ReportCurrency key={figures.currency} figures={figures} several={several} first={at === 0} />
      ))}
      <ReportMethod report={report} />
    </main>
  )
}

const Waiting = () => (
  <main id="main" aria-busy="true" className={frame}>
    <span className="sr-only">Loading…</span>
    <div className="grid gap-2 border-b border-line pb-5">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-8 w-60" />
      <Skeleton className="h-4 w-48" />
    </div>
    <Skeleton className="h-16" />
    <Skeleton className="h-24" />
    <Skeleton className="h-64" />
  </main>
)
