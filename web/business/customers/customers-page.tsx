import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Upload, Users } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import type { z } from 'zod'
import type { customer } from '../../../contract/customers.ts'
import { contract } from '../../../contract/index.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { SavedViews } from '../../ui/table/saved-views.tsx'
import { readSort, writeSort } from '../../ui/table/table-state.ts'
import { moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { ListPager } from '../layout/list-pager.tsx'
import { NewButton } from '../layout/new-button.tsx'
import { useListState } from '../list-search.ts'
import { recordPath } from '../paths.ts'

type Customer = z.output<typeof customer>

/** Loaded lazily: it brings the form library, which pages for reading do not need. */
const CustomerDialog = lazyWithRetry(() => import('./customer-dialog.tsx'), 'CustomerDialog')

const COLUMNS: Column<Customer>[] = [
  {
    id: 'short_name',
    header: 'Customer',
    rowHeader: true,
    sortable: true,
    card: 'title',
    text: (row) => row.short_name,
    cell: (row) => (
      <span className="inline-flex max-w-full items-center gap-2">
        <span className="min-w-0 truncate">{row.short_name}</span>
        {!row.is_active && <Tag>Inactive</Tag>}
      </span>
    ),
  },
  {
    id: 'email',
    header: 'Email',
    sortable: true,
    text: (row) => row.email,
    hideBelow: 'lg',
    card: 'detail',
    cell: (row) => row.email,
  },
  {
    id: 'open_invoices_count',
    header: 'Open invoices',
    align: 'end',
    sortable: true,
    width: 8,
    hideBelow: 'md',
    card: 'aside',
    cell: (row) => (
      <>
        {row.open_invoices_count}
        <span className="@min-md:hidden"> open</span>
      </>
    ),
  },
  {
    id: 'average_days_past_due',
    header: 'Days past due',
    align: 'end',
    width: 8.5,
    hideBelow: 'xl',
    card: 'hidden',
    cell: (row) => lateness(row.average_days_past_due),
  },
  {
    id: 'portal',
    header: 'Portal',
    width: 7,
    hideBelow: 'xl',
    card: 'hidden',
    cell: (row) => portalState(row),
  },
  {
    id: 'balance',
    header: 'Balance',
    align: 'end',
    sortable: true,
    width: 9,
    card: 'value',
    cell: (row) => moneyText(row.balance, row.currency),
  },
]

const lateness = (days: number | null): string =>
  days === null || days <= 0 ? '–' : `${Math.round(days)} ${Math.round(days) === 1 ? 'day' : 'days'}`

const portalState = (row: Customer): string => {
  if (!row.portal_details) return '–'
  return row.portal_details.invite_accepted ? 'Enrolled' : 'Invited'
}

/** Query parameters of the list besides page, search and order. */
const CUSTOMERS_LIST = ['new', 'filter_balance_gt', 'filter_is_active']

const VIEWS = [
  { id: 'all', name: 'All', href: '/customers' },
  { id: 'owing', name: 'Owing', href: '/customers?filter_balance_gt=0&order_by=-balance' },
  { id: 'inactive', name: 'Inactive', href: '/customers?filter_is_active=false' },
]

/** Lists all customers, searched, sorted and paged by the server. */
export function CustomersPage() {
  const account = useAccount()
  const call = useCall()
  const list = useListState(CUSTOMERS_LIST)
  const navigate = useNavigateTo()
  const mayWrite = useCan('customers.write')
  const { new: _, ...query } = list.query
  const customers = useQuery({
    queryKey: [account.pk, 'customers', query],
    queryFn: ({ signal }) =>
      call(contract.customers.list, { params: { account: account.pk }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
  const view = list.search.filter_balance_gt
    ? 'owing'
    : list.search.filter_is_active === 'false'
      ? 'inactive'
      : 'all'
  const filtered = view !== 'all' || (list.search.search ?? '') !== ''
  const newButton = <NewButton onPress={() => list.set({ new: 'true' })}>New customer</NewButton>
  return (
    <>
      <PageHeader
        title="Customers"
        actions={
          mayWrite && (
            <>
              <ButtonLink href="/imports?kind=customers" icon={<Upload />}>
                Import
              </ButtonLink>
              {newButton}
            </>
          )
        }
      />
      <SavedViews label="Customers shown" current={view} views={VIEWS} />
      <div className="flex flex-wrap items-center gap-2 px-4 py-3 md:px-6">
        <SearchField
          value={list.search.search ?? ''}
          onSearch={(search) => list.set({ search })}
          label="Search customers"
        />
      </div>
      <DataTable
        label="Customers"
        columns={COLUMNS}
        rows={customers.data?.results}
        rowKey={(row) => row.pk}
        loading={customers.isFetching}
        sort={readSort(list.search.order_by)}
        onSort={(sort) => list.set({ order_by: writeSort(sort) })}
        rowHref={(row) => recordPath('customer', row.pk)}
        filtered={filtered}
        empty={<NoCustomers action={mayWrite && newButton} />}
        error={
          customers.error && (
            <Note
              tone="error"
              title="Failed to load customer data"
              onRetry={() => customers.refetch()}
              retrying={customers.isFetching}
            >
              {customers.error.message}
            </Note>
          )
        }
      />
      <ListPager list={list} total={customers.data?.count} />
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

const NoCustomers = ({ action }: { action: ReactNode }) => (
  <EmptyState icon={<Users />} title="No customers yet" action={action}>
    Add your first customer or import a list from a file.
  </EmptyState>
)
