import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Folders, Upload, Users } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { contract } from '../../../contract/index.ts'
import { useAccount, useCan, useCanKeep } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { readSort, writeSort } from '../../ui/table/table-state.ts'
import { useListColumns } from '../layout/columns/use-list-columns.tsx'
import { ExportMenu } from '../layout/export-menu.tsx'
import { FailedNote } from '../layout/failed-note.tsx'
import { builtInViews } from '../layout/filters/built-in-views.ts'
import { FilterBar } from '../layout/filters/filter-bar.tsx'
import { useFilteredList } from '../layout/filters/use-filtered-list.ts'
import { ListPager } from '../layout/list-pager.tsx'
import { NewButton } from '../layout/new-button.tsx'
import { ListViews } from '../layout/saved-views/list-views.tsx'
import { CUSTOMER_GROUPS_PATH, recordPath } from '../paths.ts'
import { GroupFilter } from './groups/group-filter.tsx'
import { CUSTOMER_COLUMNS } from './list/customer-columns.tsx'
import {
  CUSTOMER_FILTERS,
  CUSTOMER_ORDERS,
  CUSTOMER_PARAMS,
  CUSTOMER_VIEWS,
  cleanCustomerGroup,
} from './list/customer-params.ts'
import { SelectedCustomersBar } from './list/selected-customers-bar.tsx'
import { useSelectedCustomers } from './list/use-selected-customers.ts'

const InviteRunProgress = lazyWithRetry(
  () => import('../portal/invite-runs/invite-run-progress.tsx'),
  'InviteRunProgress',
)

/** Loaded lazily: it brings the form library, which pages for reading do not need. */
const CustomerDialog = lazyWithRetry(() => import('./customer-dialog.tsx'), 'CustomerDialog')

/** Lists all customers, searched, sorted and paged by the server. */
export function CustomersPage() {
  const list = useFilteredList(CUSTOMER_FILTERS, CUSTOMER_PARAMS, {
    clean: cleanCustomerGroup,
    orders: CUSTOMER_ORDERS,
  })
  const navigate = useNavigateTo()
  const mayWrite = useCanKeep('customers.write')
  const mayInvite = useCan('portal.invite')
  const { new: _, ...query } = list.query
  const customers = useCustomers(query)
  const { hidden, ...views } = builtInViews('/customers', CUSTOMER_VIEWS, list.search)
  const { page: _page, page_size: _size, ...ordered } = query
  const { order_by: _order, ...matching } = ordered
  const filtered = Object.keys(matching).length > 0
  const maySelect = useCan('groups.write') || mayInvite
  const rows = customers.data?.results
  const total = customers.data?.count ?? 0
  const selection = useSelectedCustomers(matching, rows?.map((row) => row.pk) ?? [], total)
  const isShown = customers.data !== undefined
  const { button: columnsButton, ...arranged } = useListColumns('customers', list, CUSTOMER_COLUMNS, isShown)
  const newButton = <NewButton onPress={() => list.set({ new: 'true' })}>New customer</NewButton>
  return (
    <>
      <PageHeader
        title="Customers"
        actions={
          <>
            <ListLinks mayImport={mayWrite} />
            {mayWrite && newButton}
          </>
        }
      />
      <Suspense>{mayInvite && <InviteRunProgress />}</Suspense>
      <ListViews
        label="Customers shown"
        list={list}
        saved="customers"
        path="/customers"
        {...views}
        isShown={isShown}
      />
      <FilterBar
        list={list}
        fields={CUSTOMER_FILTERS}
        search="Search customers"
        hidden={hidden}
        tools={
          <>
            <ExportMenu list={list} route={contract.customers.export} name="Customers" />
            {columnsButton}
          </>
        }
      >
        <GroupFilter list={list} />
      </FilterBar>
      <DataTable
        label="Customers"
        {...arranged}
        rows={rows}
        rowKey={(row) => row.pk}
        loading={customers.isFetching}
        sort={readSort(list.search.order_by)}
        onSort={(sort) => list.set({ order_by: writeSort(sort) })}
        rowHref={(row) => recordPath('customer', row.pk)}
        selection={
          maySelect
            ? { selected: selection.selected, onChange: selection.choose, name: (row) => row.short_name }
            : undefined
        }
        filtered={filtered}
        empty={<NoCustomers action={mayWrite && newButton} />}
        error={customers.error && <FailedNote what="customer data" query={customers} list={list} />}
      />
      <ListPager list={list} reply={customers.data} />
      <SelectedCustomersBar selection={selection} ordered={ordered} total={total} />
      {list.search.new === 'true' && (
        <Suspense>
          <CustomerDialog
            customer={null}
            onClose={() => list.set({ new: undefined })}
            onSaved={(saved) => navigate(recordPath('customer', saved.pk))}
          />
        </Suspense>
      )}
    </>
  )
}

function useCustomers(query: Record<string, string>) {
  const account = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [account.pk, 'customers', query],
    queryFn: ({ signal }) =>
      call(contract.customers.list, { params: { account: account.pk }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Links in the page's header. A phone reaches the groups by the filter. */
const ListLinks = ({ mayImport }: { mayImport: boolean }) => (
  <>
    <ButtonLink href={CUSTOMER_GROUPS_PATH} icon={<Folders />}>
      Groups
    </ButtonLink>
    {mayImport && (
      <ButtonLink href="/imports?kind=customers" icon={<Upload />}>
        Import
      </ButtonLink>
    )}
  </>
)

const NoCustomers = ({ action }: { action: ReactNode }) => (
  <EmptyState icon={<Users />} title="No customers yet" action={action}>
    {action && 'Add your first customer or import a list from a file.'}
  </EmptyState>
)
