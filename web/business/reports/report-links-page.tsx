import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { SettingsLayout } from '../accounts/settings/settings-layout.tsx'
import { DroppedFilters } from '../layout/dropped-filters.tsx'
import { FailedNote } from '../layout/failed-note.tsx'
import { FeatureGate } from '../layout/gates/feature-gate.tsx'
import { ListPager } from '../layout/list-pager.tsx'
import { type ListState, useListState } from '../list-search.ts'
import { LIVE } from '../query-client.ts'
import { type ReportLink, ReportLinkRow } from './report-link-row.tsx'

const LinkDialog = lazyWithRetry(() => import('./link-dialog.tsx'), 'LinkDialog')
const ShareDialog = lazyWithRetry(() => import('./share-dialog.tsx'), 'ShareDialog')
const StopSharingDialog = lazyWithRetry(() => import('./stop-sharing-dialog.tsx'), 'StopSharingDialog')

/** Lists the links that share the receivables report. */
export function ReportLinksPage() {
  const may = useCan('reports.share')
  const list = useListState([])
  return (
    <SettingsLayout
      title="Shared reports"
      closed={!may && 'Owners and admins can share the receivables report.'}
    >
      <ReportLinks list={list} />
    </SettingsLayout>
  )
}

type Open = 'share' | { readonly to: 'show' | 'stop'; readonly link: ReportLink } | null

function ReportLinks({ list }: { list: ListState }) {
  const { pk, company } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const [open, setOpen] = useState<Open>(null)
  const links = useQuery({
    queryKey: [pk, 'report-links', list.query],
    queryFn: ({ signal }) =>
      call(contract.reports.links, { params: { account: pk }, query: list.query }, { signal }),
    placeholderData: keepPreviousData,
    ...LIVE,
  })
  const changed = () => queries.invalidateQueries({ queryKey: [pk, 'report-links'] })
  const share = (
    <FeatureGate feature="PRO_FEATURES">
      <Button variant="primary" icon={<Share2 />} onClick={() => setOpen('share')}>
        Share report
      </Button>
    </FeatureGate>
  )
  const { data, error } = links
  return (
    <div className="grid max-w-180 gap-5 px-4 py-6 md:px-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-110 text-ink-2">
          A read-only view of what {company.name || 'your company'} is owed, for a bank, accountant or
          investor. Always up to date.
        </p>
        {data && data.count > 0 && share}
      </div>
      <DroppedFilters list={list} />
      {error && <FailedNote what="the links" query={links} list={list} className="" />}
      {!data && !error && <Loading />}
      {data?.count === 0 && (
        <EmptyState icon={<Share2 />} title="Not shared yet" action={share}>
          Anyone with the link can view it until it expires or you stop sharing.
        </EmptyState>
      )}
      {data && data.count > 0 && (
        <ul aria-label="Shared with" className="grid divide-y divide-line border-y border-line">
          {data.results.map((link) => (
            <ReportLinkRow
              key={link.pk}
              link={link}
              onShow={() => setOpen({ to: 'show', link })}
              onStop={() => setOpen({ to: 'stop', link })}
            />
          ))}
        </ul>
      )}
      {data && (data.num_pages > 1 || data.page > 1) && <ListPager list={list} reply={data} />}
      <Suspense>
        {open === 'share' && <ShareDialog onClose={() => setOpen(null)} onShared={changed} />}
        {open !== null && open !== 'share' && open.to === 'show' && (
          <LinkDialog link={open.link} onClose={() => setOpen(null)} />
        )}
        {open !== null && open !== 'share' && open.to === 'stop' && (
          <StopSharingDialog link={open.link} onClose={() => setOpen(null)} onStopped={changed} />
        )}
      </Suspense>
    </div>
  )
}

const Loading = () => (
  <div aria-hidden="true" className="grid gap-4">
    <Skeleton className="h-12" />
    <Skeleton className="h-12" />
  </div>
)
