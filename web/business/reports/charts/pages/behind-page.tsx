import { useParams } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { contract } from '../../../../../contract/index.ts'
import type { COMING_KINDS } from '../../../../../contract/reports/charts.ts'
import { COMING_LABELS, SOURCE_LABELS } from '../../../../../contract/reports/source-labels.ts'
import { COLLECTED_SOURCES } from '../../../../../contract/reports/sources.ts'
import type { ReplyOf } from '../../../../../contract/route.ts'
import { formatDate, isCalendarDate } from '../../../../../domain/dates/calendar.ts'
import { AGING_BUCKETS } from '../../../../../domain/invoices/aging.ts'
import { isCurrency } from '../../../../../domain/money/money.ts'
import { useAccount } from '../../../../session/account-context.ts'
import { actionErrorText } from '../../../../session/calls/api-error.ts'
import { ButtonLink } from '../../../../ui/layout/button-link.tsx'
import { EmptyState } from '../../../../ui/layout/empty-state.tsx'
import { Link } from '../../../../ui/layout/link.tsx'
import { PageHeader } from '../../../../ui/layout/page-header.tsx'
import { AGING_LABELS } from '../../../../ui/text/aging-bar.tsx'
import { Money } from '../../../../ui/text/money.tsx'
import { Note } from '../../../../ui/text/note.tsx'
import { Skeleton } from '../../../../ui/text/skeleton.tsx'
import { useReport } from '../../../charts/use-report.ts'
import { DroppedFilters } from '../../../layout/dropped-filters.tsx'
import { NotFoundPage } from '../../../layout/not-found-page.tsx'
import { type ListSearch, useListState } from '../../../list-search.ts'
import { paymentPlanPath, REPORTS_PATH, recordPath, reportPath } from '../../../paths.ts'
import { ReportTable } from '../report-table.tsx'

type Reply = ReplyOf<typeof contract.charts.behind>
type Row = Reply['rows'][number]

const isOf = <Name extends string>(names: readonly Name[], text: string | undefined): text is Name =>
  names.some((name) => name === text)

/** Each report with lists behind its figures: its address, its title, and what a list of it shows. */
const REPORTS = {
  collected: { name: 'collected', page: 'cash', title: 'Collected and invoiced' },
  invoiced: { name: 'invoiced', page: 'cash', title: 'Collected and invoiced' },
  'aging-by-customer': { name: 'aging', page: 'aging-by-customer', title: 'Aging by customer' },
  'expected-cash': { name: 'expected-cash', page: 'expected-cash', title: 'Expected cash' },
  sources: { name: 'sources', page: 'sources', title: 'Collected by source' },
  'next-days': { name: 'next-days', page: 'next-days', title: 'Next seven days' },
} as const
type ReportKey = keyof typeof REPORTS

const NAMES = [
  'currency',
  'on',
  'from',
  'until',
  'customer',
  'bucket',
  'source',
  'step_name',
  'kind',
] as const

/** Drops what the API would refuse. */
const clean = (search: ListSearch): ListSearch => ({
  ...(search.currency !== undefined && isCurrency(search.currency) && { currency: search.currency }),
  ...(search.on !== undefined && isCalendarDate(search.on) && { on: search.on }),
  ...(search.from !== undefined && isCalendarDate(search.from) && { from: search.from }),
  ...(search.until !== undefined && isCalendarDate(search.until) && { until: search.until }),
  ...(search.customer && { customer: search.customer }),
  ...(isOf(AGING_BUCKETS, search.bucket) && { bucket: search.bucket }),
  ...(isOf(COLLECTED_SOURCES, search.source) && { source: search.source }),
  ...(search.step_name && { step_name: search.step_name }),
  ...(isOf(Object.keys(COMING_LABELS), search.kind) && { kind: search.kind }),
})

const LINKS: Readonly<Record<Row['kind'], ((pk: string) => string) | null>> = {
  invoice: (pk) => recordPath('invoice', pk),
  payment: (pk) => recordPath('payment', pk),
  customer: (pk) => recordPath('customer', pk),
  payment_plan: paymentPlanPath,
  entry: null,
}

const quiet = 'underline-offset-3 hover:underline'

/** The list behind a figure of a report: what the figure adds up. */
export function BehindPage() {
  const { report = '' } = useParams({ strict: false })
  return Object.hasOwn(REPORTS, report) ? <Behind report={report as ReportKey} /> : <NotFoundPage />
}

function Behind({ report }: { report: ReportKey }) {
  const list = useListState(NAMES, { clean })
  const { search } = list
  const { date_format } = useAccount()
  const day = (on: string) => formatDate(on, date_format)
  const { name, page, title } = REPORTS[report]
  const query = { ...search, report: name } as { report: typeof name; on?: string }
  const { data, error, refetch, isFetching } = useReport(
    `behind ${name}`,
    (call, account, signal) => call(contract.charts.behind, { params: { account }, query }, { signal }),
    search,
  )
  const heading = headingOf(report, search, data, day)
  return (
    <>
      <PageHeader
        title={heading}
        crumbs={[
          { label: 'Reports', href: REPORTS_PATH },
          { label: title, href: reportPath(page) },
        ]}
        className="border-b border-line"
        actions={data && listOf(report, search, data.currency)}
      />
      <div className="grid gap-4 p-4 md:p-6">
        <DroppedFilters list={list} />
        {error && (
          <Note tone="error" onRetry={() => void refetch()} retrying={isFetching}>
            {actionErrorText(error)}
          </Note>
        )}
        {!data && !error && <Skeleton className="h-56" />}
        {data?.preparing && (
          <Note>We are preparing this report from your records. It appears here in a minute or two.</Note>
        )}
        {data && !data.preparing && data.rows.length === 0 && (
          <EmptyState icon={<ListChecks />} title="Nothing here">
            Nothing counts here now. The report shows what does.
          </EmptyState>
        )}
        {data && data.rows.length > 0 && <Rows report={report} reply={data} caption={heading} day={day} />}
      </div>
    </>
  )
}

function Rows(given: { report: ReportKey; reply: Reply; caption: string; day: (on: string) => string }) {
  const { report, reply, caption, day } = given
  const money = (amount: string) => <Money amount={amount} currency={reply.currency} bare />
  const isOfCustomers = report === 'expected-cash'
  const columns = [
    {
      name: isOfCustomers ? 'Customer' : COLUMN_NAMES[report],
      cell: (row: Row) => {
        const href = LINKS[row.kind]
        return href === null ? (
          row.text
        ) : (
          <Link href={href(row.pk)} className={quiet}>
            {row.text}
          </Link>
        )
      },
    },
    ...(isOfCustomers
      ? []
      : [
          {
            name: 'Customer',
            cell: (row: Row) =>
              row.customer && (
                <Link href={recordPath('customer', row.customer.pk)} className={quiet}>
                  {row.customer.short_name}
                </Link>
              ),
          },
          { name: DATE_NAMES[report], cell: (row: Row) => row.on && day(row.on) },
        ]),
    { name: AMOUNT_NAMES[report], number: true, cell: (row: Row) => money(row.amount) },
  ]
  const rest = reply.count - reply.rows.length
  return (
    <>
      <ReportTable
        caption={caption}
        rows={reply.rows}
        keyOf={(row) => `${row.pk} ${row.text} ${row.on}`}
        columns={columns}
        total={[
          `${reply.count.toLocaleString('en-US')} in all`,
          ...columns.slice(2).map(() => ''),
          money(reply.total),
        ]}
      />
      {rest > 0 && (
        <p className="text-ink-2">
          {NEWEST_FIRST.has(report) ? 'These are the newest' : 'These are the first'}{' '}
          {reply.rows.length.toLocaleString('en-US')}.
        </p>
      )}
    </>
  )
}

const NEWEST_FIRST: ReadonlySet<ReportKey> = new Set(['collected', 'invoiced', 'sources'])

const COLUMN_NAMES = {
  collected: 'Payment',
  invoiced: 'Invoice',
  'aging-by-customer': 'Invoice',
  sources: 'Payment',
  'next-days': 'Coming',
} as const
const DATE_NAMES = {
  collected: 'Booked',
  invoiced: 'Booked',
  'aging-by-customer': 'Due',
  sources: 'Booked',
  'next-days': 'Day',
} as const
const AMOUNT_NAMES = {
  collected: 'Collected',
  invoiced: 'Invoiced',
  'aging-by-customer': 'Owed then',
  'expected-cash': 'Likely',
  sources: 'Collected',
  'next-days': 'Amount',
} as const

/** Opens the records of the same days, to work with them. Their list has no refunds of earlier payments, and no voids. */
function listOf(report: ReportKey, { from, until }: ListSearch, currency: string) {
  const days = (field: string) =>
    `${from ? `&filter_${field}_gte=${from}` : ''}${until ? `&filter_${field}_lte=${until}` : ''}`
  if (report === 'collected')
    return (
      <ButtonLink href={`/payment-processing?filter_total_currency=${currency}${days('booked_on')}`}>
        Payments received
      </ButtonLink>
    )
  if (report === 'invoiced')
    return (
      <ButtonLink href={`/invoices?filter_currency=${currency}${days('invoice_date')}`}>
        Invoices dated then
      </ButtonLink>
    )
  return undefined
}

/** Says in words which figure it is. */
function headingOf(
  report: ReportKey,
  search: ListSearch,
  reply: Reply | undefined,
  day: (on: string) => string,
): string {
  const { on, from, until, bucket, source, step_name: step, kind } = search
  switch (report) {
    case 'collected':
    case 'invoiced':
      return `${AMOUNT_NAMES[report]}${from ? ` from ${day(from)}` : ''}${until ? ` to ${day(until)}` : ''}`
    case 'aging-by-customer': {
      const who = reply?.rows[0]?.customer?.short_name
      const age = isOf(AGING_BUCKETS, bucket) ? `, ${AGING_LABELS[bucket].toLowerCase()}` : ''
      return `${who ? `Owed by ${who}` : 'Owed'}${on ? ` as of ${day(on)}` : ''}${age}`
    }
    case 'expected-cash':
      return on ? `Expected in the week of ${day(on)}` : 'Expected in a week'
    case 'sources':
      return source && isOf(COLLECTED_SOURCES, source)
        ? `Collected in twelve months: ${SOURCE_LABELS[source]}${step ? `, ${step}` : ''}`
        : 'Collected in twelve months'
    case 'next-days':
      return `${kind ? COMING_LABELS[kind as (typeof COMING_KINDS)[number]] : 'Coming'}${on ? ` on ${day(on)}` : ''}`
  }
}
