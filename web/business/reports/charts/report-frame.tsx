import type { UseQueryResult } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import type { ReactNode } from 'react'
import { contract } from '../../../../contract/index.ts'
import type { ReportName } from '../../../../contract/reports/charts.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { NativeSelect } from '../../../ui/fields/select.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { Skeleton } from '../../../ui/text/skeleton.tsx'
import { useReportState } from '../../charts/use-report.ts'
import { DroppedFilters } from '../../layout/dropped-filters.tsx'
import { ExportMenu } from '../../layout/export-menu.tsx'
import { REPORTS_PATH } from '../../paths.ts'

const CRUMBS = [{ label: 'Reports', href: REPORTS_PATH }]

/** Fields of every report's answer. */
interface Shown {
  readonly currency: string
  readonly currencies: readonly string[]
  readonly preparing?: boolean
}

/** The definition of a figure. */
export interface Definition {
  readonly term: string
  readonly text: string
}

/** A report's page: title, currency, export, chart and table, and how its figures are calculated. */
export function ReportFrame<Reply extends Shown>({
  title,
  report,
  query,
  isEmpty,
  definitions,
  controls,
  children,
}: {
  title: string
  report: ReportName
  query: UseQueryResult<Reply>
  isEmpty: (reply: Reply) => boolean
  definitions: readonly Definition[]
  controls?: ReactNode
  children: (reply: Reply) => ReactNode
}) {
  const state = useReportState()
  const { data, error, refetch, isFetching } = query
  const { currency, on } = state.search
  const { company } = useAccount()
  return (
    <>
      <PageHeader
        title={title}
        crumbs={CRUMBS}
        className="border-b border-line"
        actions={
          <div className="flex flex-wrap items-center gap-2 print:hidden">
            {controls}
            {data && data.currencies.length > 1 && (
              <NativeSelect
                aria-label="Currency"
                value={data.currency}
                options={data.currencies.map((code) => ({ value: code, label: code }))}
                onChange={(event) => state.set({ currency: event.target.value })}
              />
            )}
            <ExportMenu
              list={{
                query: { report, ...(currency && { currency }), ...(on && report === 'aging' && { on }) },
              }}
              route={contract.charts.export}
              name={title}
            />
          </div>
        }
      />
      <div className="grid gap-6 p-4 md:p-6">
        {data && (
          <p className="hidden print:block">
            {company.name}, amounts in {data.currency}
          </p>
        )}
        <DroppedFilters list={state} what="report" currencies={data?.currencies ?? []} />
        {error && (
          <Note tone="error" onRetry={() => void refetch()} retrying={isFetching}>
            {actionErrorText(error)}
          </Note>
        )}
        {!data && !error && <ReportSkeleton />}
        {data?.preparing && (
          <Note>We are preparing this report from your records. It appears here in a minute or two.</Note>
        )}
        {data && !data.preparing && isEmpty(data) && (
          <EmptyState icon={<ChartColumn />} title="Nothing to show yet">
            This report fills as soon as you send invoices and payments arrive.
          </EmptyState>
        )}
        {data && !data.preparing && !isEmpty(data) && children(data)}
        <Definitions definitions={definitions} />
      </div>
    </>
  )
}

function Definitions({ definitions }: { definitions: readonly Definition[] }) {
  return (
    <section aria-label="How we calculate this" className="border-t border-line pt-4 text-ink-2">
      <h2 className="text-14 font-semibold text-ink">How we calculate this</h2>
      <dl className="mt-2 grid gap-x-8 gap-y-3 md:grid-cols-2">
        {definitions.map(({ term, text }) => (
          <div key={term} className="break-inside-avoid">
            <dt className="font-medium text-ink">{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const ReportSkeleton = () => (
  <div aria-busy="true" className="grid gap-4">
    <span className="sr-only">Loading…</span>
    <Skeleton className="h-5 w-64" />
    <Skeleton className="h-56" />
    <Skeleton className="h-40" />
  </div>
)
