import { History } from 'lucide-react'
import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { Button } from '../../ui/layout/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { readSort, writeSort } from '../../ui/table/table-state.ts'
import { useListColumns } from '../layout/columns/use-list-columns.tsx'
import { ExportMenu } from '../layout/export-menu.tsx'
import { FailedNote } from '../layout/failed-note.tsx'
import { FilterBar } from '../layout/filters/filter-bar.tsx'
import { isNarrowed, useFilteredList } from '../layout/filters/use-filtered-list.ts'
import { ListViews } from '../layout/saved-views/list-views.tsx'
import { activityColumns } from './activity-columns.tsx'
import { ACTIVITY_FILTERS, ACTIVITY_ORDERS, cleanActivity } from './activity-filters.ts'
import { pagePath } from './event-page.ts'
import { useEvents } from './use-events.ts'

const VIEWS = [
  { id: 'all', name: 'All', href: '/activity' },
  { id: 'payment', name: 'Payments', href: '/activity?about=payment' },
  { id: 'invoice', name: 'Invoices', href: '/activity?about=invoice' },
  { id: 'customer', name: 'Customers', href: '/activity?about=customer' },
]

const CRUMBS = [{ label: 'Dashboard', href: '/' }]

/** Everything that happened to invoices, payments and customers, newest first. */
export function ActivityPage() {
  const account = useAccount()
  const list = useFilteredList(ACTIVITY_FILTERS, ['about'], {
    clean: cleanActivity,
    orders: ACTIVITY_ORDERS,
  })
  const { page_size: _, ...query } = list.query
  const events = useEvents(query, 25)
  const rows = events.data?.pages.flatMap(({ results }) => results)
  const isShown = rows !== undefined
  const { button, ...arranged } = useListColumns('activity', list, activityColumns(account), isShown)
  return (
    <>
      <PageHeader title="Activity" crumbs={CRUMBS} />
      <ListViews
        label="Activity shown"
        list={list}
        saved="activity"
        path="/activity"
        views={VIEWS}
        current={list.search.about ?? 'all'}
        isShown={isShown}
      />
      <FilterBar
        list={list}
        fields={ACTIVITY_FILTERS}
        search={null}
        tools={
          <>
            <ExportMenu list={{ query }} route={contract.events.export} name="Activity" />
            {button}
          </>
        }
      />
      <DataTable
        label="Activity"
        {...arranged}
        rows={rows}
        rowKey={(row) => row.pk}
        rowHref={(row) => (row.page ? pagePath(row.page) : undefined)}
        loading={events.isFetching && !events.isFetchingNextPage}
        sort={readSort(list.search.order_by)}
        onSort={(sort) => list.set({ order_by: writeSort(sort) })}
        filtered={isNarrowed(list.search)}
        empty={
          <EmptyState icon={<History />} title="No activity yet">
            Invoices sent, opened and paid appear here.
          </EmptyState>
        }
        error={events.error && <FailedNote what="the activity" query={events} />}
      />
      {events.hasNextPage && (
        <div className="px-4 py-3 md:px-6">
          <Button busy={events.isFetchingNextPage} onClick={() => void events.fetchNextPage()}>
            {list.search.order_by === 'at' ? 'Show newer' : 'Show older'}
          </Button>
        </div>
      )}
    </>
  )
}
