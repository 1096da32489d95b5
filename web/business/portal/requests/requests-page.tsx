import { UserPlus } from 'lucide-react'
import { contract } from '../../../../contract/index.ts'
import type { AccessRequest } from '../../../../contract/portal-access/access-requests.ts'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { NativeSelect } from '../../../ui/fields/select.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { dayOf } from '../../../ui/text/zoned-time.ts'
import { useListColumns } from '../../layout/columns/use-list-columns.tsx'
import { DroppedFilters } from '../../layout/dropped-filters.tsx'
import { ExportMenu } from '../../layout/export-menu.tsx'
import { ListPager } from '../../layout/list-pager.tsx'
import { cleanState, type ListSearch, useListState } from '../../list-search.ts'
import { PortalHeader } from '../portal-header.tsx'
import { RequestButtons } from './request-buttons.tsx'
import { useRequests } from './use-requests.ts'

const STATES = [
  { value: '', label: 'To decide' },
  { value: 'approved', label: 'Approved' },
  { value: 'refused', label: 'Refused' },
]

const cleanStates = cleanState(STATES.map(({ value }) => value))

const clean = ({ columns, ...search }: ListSearch): ListSearch => ({
  ...cleanStates(search),
  ...(columns !== undefined && { columns }),
})

/** Requests of visitors for a login to the portal. */
export function RequestsPage() {
  const list = useListState(['state'], { clean })
  const requests = useRequests(list.query)
  const isOpen = list.search.state === undefined
  const isShown = requests.data !== undefined
  const { columns, button, headTail } = useListColumns('access_requests', list, useColumns(isOpen), isShown)
  return (
    <>
      <PortalHeader current="requests" />
      <div className="flex flex-wrap items-center gap-2 px-4 py-3 md:px-6">
        <NativeSelect
          compact
          aria-label="Status"
          options={STATES}
          value={list.search.state ?? ''}
          onChange={({ target: { value } }) => list.set({ state: value })}
        />
        <DroppedFilters list={list} className="order-last" />
        <ExportMenu list={list} route={contract.accessRequests.export} name="Requests for access" />
        {button}
      </div>
      <DataTable
        label="Requests for access"
        columns={isOpen ? columns : columns.filter(({ id }) => id !== ACTIONS)}
        headTail={headTail}
        rows={requests.data?.results}
        rowKey={(row) => row.pk}
        loading={requests.isFetching}
        filtered={list.search.state !== undefined}
        empty={
          <EmptyState icon={<UserPlus />} title="No requests to decide">
            People who have no login ask for one on the portal’s login page. Their requests appear here.
          </EmptyState>
        }
        error={
          requests.error && (
            <Note
              tone="error"
              title="Failed to load requests"
              className="mx-4 my-6 md:mx-6"
              onRetry={() => requests.refetch()}
              retrying={requests.isFetching}
            >
              {actionErrorText(requests.error)}
            </Note>
          )
        }
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
      rowHeader: true,
      card: 'title',
      cell: (row) => row.name,
      text: (row) => row.name,
    },
    { id: 'email', header: 'Email', card: 'detail', cell: (row) => row.email, text: (row) => row.email },
    {
      id: 'reference',
      header: 'Asks for',
      cell: (row) => (row.earlier.length === 0 ? row.reference : `${row.reference} · asked before`),
      text: (row) => row.reference,
    },
    {
      id: 'customer',
      header: isOpen ? 'Suggested customer' : 'Customer',
      hideBelow: 'lg',
      card: 'hidden',
      cell: (row) => (row.customer ?? row.suggested)?.short_name ?? '',
      text: (row) => (row.customer ?? row.suggested)?.short_name ?? '',
    },
    {
      id: 'created_at',
      header: 'Asked on',
      width: 8,
      card: 'aside',
      cell: (row) => day(row.created_at),
    },
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
