import { useSearch } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { contract } from '../../../../contract/index.ts'
import type { AccessRequest } from '../../../../contract/portal-access/access-requests.ts'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { NativeSelect } from '../../../ui/fields/select.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { readSort, writeSort } from '../../../ui/table/table-state.ts'
import { dayOf } from '../../../ui/text/zoned-time.ts'
import { useListColumns } from '../../layout/columns/use-list-columns.tsx'
import { ExportMenu } from '../../layout/export-menu.tsx'
import { FailedNote } from '../../layout/failed-note.tsx'
import { FilterBar } from '../../layout/filters/filter-bar.tsx'
import { type FilterField, filterParams } from '../../layout/filters/filter-field.ts'
import { isNarrowed, useFilteredList } from '../../layout/filters/use-filtered-list.ts'
import { ListPager } from '../../layout/list-pager.tsx'
import type { ListSearch } from '../../list-search.ts'
import { PortalHeader } from '../portal-header.tsx'
import { RequestButtons } from './request-buttons.tsx'
import { useRequests } from './use-requests.ts'

const STATES = [
  { value: '', label: 'To decide' },
  { value: 'approved', label: 'Approved' },
  { value: 'refused', label: 'Refused' },
]

const ASKED: FilterField = { id: 'created_at', label: 'Asked on', chip: 'Asked', kind: 'date' }
/** Open requests have neither a decision nor a customer. */
const DECIDED: readonly FilterField[] = [
  { id: 'customer', label: 'Customer', kind: 'customer', plain: true },
  { id: 'decided_at', label: 'Decided on', chip: 'Decided', kind: 'date' },
]
const FILTERS = { open: [ASKED], decided: [ASKED, ...DECIDED] }
const OPEN_ORDERS = ['name', 'email', 'reference', 'created_at']
const ORDERS = { open: OPEN_ORDERS, decided: [...OPEN_ORDERS, 'customer', 'decided_at'] }

/** Changes of the address that leave the decided requests, with what only these have. */
const OPEN_ONLY = {
  state: undefined,
  order_by: undefined,
  ...Object.fromEntries(filterParams(DECIDED).map((name) => [name, undefined])),
}

const stateOf = (text: unknown) => STATES.find(({ value }) => value !== '' && value === text)?.value

/** Drops a state that the API would refuse, and the search, which this list doesn't have. */
const clean = ({ state, search: _, ...rest }: ListSearch): ListSearch => ({
  ...rest,
  ...(stateOf(state) !== undefined && { state }),
})

/** Requests of visitors for a login to the portal. */
export function RequestsPage() {
  const which = stateOf(useSearch({ strict: false }).state) === undefined ? 'open' : 'decided'
  const list = useFilteredList(FILTERS[which], ['state'], { clean, orders: ORDERS[which] })
  const requests = useRequests(list.query)
  const isOpen = which === 'open'
  const isShown = requests.data !== undefined
  const { columns, button, headTail } = useListColumns('access_requests', list, useColumns(isOpen), isShown)
  return (
    <>
      <PortalHeader current="requests" />
      <FilterBar
        list={list}
        fields={FILTERS[which]}
        search={null}
        tools={
          <>
            <ExportMenu list={list} route={contract.accessRequests.export} name="Requests for access" />
            {button}
          </>
        }
      >
        <NativeSelect
          compact
          aria-label="Status"
          options={STATES}
          value={list.search.state ?? ''}
          onChange={({ target: { value } }) => list.set(value === '' ? OPEN_ONLY : { state: value })}
        />
      </FilterBar>
      <DataTable
        label="Requests for access"
        columns={isOpen ? columns : columns.filter(({ id }) => id !== ACTIONS)}
        headTail={headTail}
        rows={requests.data?.results}
        rowKey={(row) => row.pk}
        loading={requests.isFetching}
        sort={readSort(list.search.order_by)}
        onSort={(sort) => list.set({ order_by: writeSort(sort) })}
        filtered={!isOpen || isNarrowed(list.search)}
        empty={
          <EmptyState icon={<UserPlus />} title="No requests to decide">
            People who have no login ask for one on the portal’s login page. Their requests appear here.
          </EmptyState>
        }
        error={requests.error && <FailedNote what="requests" query={requests} list={list} />}
      />
      <ListPager list={list} reply={requests.data} />
    </>
  )
}

/** Id of the column of buttons. Requests that were decided have none, but a choice of columns made there keeps it. */
const ACTIONS = 'actions'

function useColumns(isOpen: boolean): readonly Column<AccessRequest>[] {
  const { date_format, timezone } = useAccount()
  const mayDecide = useCan('portal.invite')
  const day = (instant: string) => formatDate(dayOf(instant, timezone), date_format)
  return [
    {
      id: 'name',
      header: 'Name',
      sortable: true,
      rowHeader: true,
      card: 'title',
      cell: (row) => row.name,
      text: (row) => row.name,
    },
    {
      id: 'email',
      header: 'Email',
      sortable: true,
      card: 'detail',
      cell: (row) => row.email,
      text: (row) => row.email,
    },
    {
      id: 'reference',
      header: 'Asks for',
      sortable: true,
      cell: (row) => (row.earlier.length === 0 ? row.reference : `${row.reference} · asked before`),
      text: (row) => row.reference,
    },
    {
      id: 'customer',
      header: isOpen ? 'Suggested customer' : 'Customer',
      // A suggestion is found for each row of a page.
      sortable: !isOpen,
      hideBelow: 'lg',
      card: 'hidden',
      cell: (row) => (row.customer ?? row.suggested)?.short_name ?? '',
      text: (row) => (row.customer ?? row.suggested)?.short_name ?? '',
    },
    {
      id: 'created_at',
      header: 'Asked on',
      sortable: true,
      width: 8,
      card: 'aside',
      cell: (row) => day(row.created_at),
    },
    ...(isOpen
      ? []
      : [
          {
            id: 'decided_at',
            header: 'Decided on',
            sortable: true,
            width: 8,
            optional: true as const,
            card: 'hidden' as const,
            cell: (row: AccessRequest) => row.decided_at && day(row.decided_at),
          },
        ]),
    ...(mayDecide
      ? [
          {
            id: ACTIONS,
            header: 'Actions',
            headerHidden: true,
            align: 'end' as const,
            width: 11,
            card: 'action' as const,
            cell: (row: AccessRequest) => <RequestButtons request={row} />,
          },
        ]
      : []),
  ]
}
