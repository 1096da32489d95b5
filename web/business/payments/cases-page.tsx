import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { NO_ITEMS_FILTERED } from '../../ui/table/data-table.tsx'
import { SavedViews } from '../../ui/table/saved-views.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { DroppedFilters } from '../layout/dropped-filters.tsx'
import { ExportMenu } from '../layout/export-menu.tsx'
import { FailedNote } from '../layout/failed-note.tsx'
import { ListPager } from '../layout/list-pager.tsx'
import { useListState } from '../list-search.ts'
import { CASE_ORDERS, CASES_LIST, CASES_PATH, cleanCases } from './cases-list.ts'
import { CaseCard } from './payment-case.tsx'

const VIEWS = [
  { id: 'open', name: 'Open', href: CASES_PATH },
  { id: 'closed', name: 'Closed', href: `${CASES_PATH}?state=closed` },
  { id: 'all', name: 'All', href: `${CASES_PATH}?state=all` },
]

/** Lists cases: differences between processors and the ledger, and other payments that need a person. */
export function CasesPage() {
  const account = useAccount()
  const call = useCall()
  const list = useListState(CASES_LIST, { clean: cleanCases, orders: CASE_ORDERS })
  const cases = useQuery({
    queryKey: [account.pk, 'payment-cases', list.query],
    queryFn: ({ signal }) =>
      call(contract.paymentCases.list, { params: { account: account.pk }, query: list.query }, { signal }),
    placeholderData: keepPreviousData,
  })
  const narrowed = Boolean(list.search.search) || list.search.state === 'closed'
  return (
    <>
      <PageHeader title="Payment cases" crumbs={[{ label: 'Payments', href: '/payment-processing' }]} />
      <SavedViews label="Cases shown" current={list.search.state ?? 'open'} views={VIEWS} />
      <div className="flex flex-wrap items-center gap-2 px-4 py-3 md:px-6">
        <SearchField
          value={list.search.search ?? ''}
          onSearch={(search) => list.set({ search })}
          label="Search cases"
        />
        <DroppedFilters list={list} className="order-last" />
        <ExportMenu list={list} route={contract.paymentCases.export} name="Payment cases" />
      </div>
      {cases.error && <FailedNote what="payment cases" query={cases} list={list} className="mx-4 md:mx-6" />}
      {!cases.data && !cases.error && <Skeleton className="mx-4 h-60 md:mx-6" />}
      {cases.data?.count === 0 && narrowed && (
        <p className="px-4 py-4 text-ink-2 md:px-6">{NO_ITEMS_FILTERED}</p>
      )}
      {cases.data?.count === 0 && !narrowed && (
        <EmptyState icon={<CircleCheck />} title="Nothing to review">
          Every day we compare your processors’ charges and refunds with your books. Differences appear here,
          and we email the owners.
        </EmptyState>
      )}
      {cases.data && cases.data.count > 0 && (
        <>
          <section aria-label="Payment cases" className="divide-y divide-line border-y border-line">
            {cases.data.results.map((found) => (
              <CaseCard key={found.pk} found={found} />
            ))}
          </section>
          <ListPager list={list} reply={cases.data} />
        </>
      )}
    </>
  )
}
