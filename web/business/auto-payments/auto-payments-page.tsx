import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { type DateFormat, formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { HelpNote } from '../help/help-note.tsx'
import { DroppedFilters } from '../layout/dropped-filters.tsx'
import { ExportMenu } from '../layout/export-menu.tsx'
import { FailedNote } from '../layout/failed-note.tsx'
import { customerColumn } from '../layout/list-columns.ts'
import { ListPager } from '../layout/list-pager.tsx'
import { useListState } from '../list-search.ts'

type Enrolled = ReplyOf<typeof contract.autoPayments.list>['results'][number]

const STOPS: Readonly<Record<NonNullable<Enrolled['stopped_by']>, string>> = {
  account: 'Account is off',
  inactive: 'Customer is inactive',
  group: 'Off for the group',
  dispute: 'Disputed',
  method: 'Needs another method',
  no_address: 'No email address',
}

const columnsOf = (dates: DateFormat): Column<Enrolled>[] => [
  { ...customerColumn, rowHeader: true, sortable: false },
  {
    id: 'method',
    header: 'Payment method',
    card: 'detail',
    cell: (row) => (
      <span className="num inline-flex flex-wrap items-center gap-2">
        {row.method_display}
        {row.expiry && (
          <Tag tone={row.expiry === 'soon' ? 'soon' : 'overdue'}>
            {row.expiry === 'soon' ? 'Expires soon' : 'Expired'}
          </Tag>
        )}
      </span>
    ),
  },
  {
    id: 'since',
    header: 'On since',
    width: 8,
    hideBelow: 'lg',
    card: 'hidden',
    cell: (row) => <time dateTime={row.since_on}>{formatDate(row.since_on, dates)}</time>,
  },
  {
    id: 'next',
    header: 'Next charge',
    card: 'aside',
    cell: (row) =>
      row.stopped_by ? (
        <Tag tone="soon">{STOPS[row.stopped_by]}</Tag>
      ) : row.next ? (
        `${formatDate(row.next.on, dates)} · ${row.next.invoice.number}`
      ) : (
        <span className="text-ink-3">No charges planned</span>
      ),
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    width: 9,
    card: 'value',
    cell: (row) => (row.next ? moneyText(row.next.amount, row.next.currency) : ''),
  },
]

/** Lists the customers whose invoices are paid automatically, with what is charged next. */
export function AutoPaymentsPage() {
  const account = useAccount()
  const call = useCall()
  const list = useListState([])
  const { page = '1', page_size = '25' } = list.query
  const enrolled = useQuery({
    queryKey: [account.pk, 'auto-payments', 'list', page, page_size],
    queryFn: ({ signal }) =>
      call(
        contract.autoPayments.list,
        { params: { account: account.pk }, query: { page, page_size } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title="Automatic payments"
        actions={
          <ExportMenu list={{ query: {} }} route={contract.autoPayments.export} name="Automatic payments" />
        }
      />
      <HelpNote topic="auto_payments" />
      <DroppedFilters list={list} className="px-4 py-2 md:px-6" />
      <DataTable
        label="Automatic payments"
        columns={columnsOf(account.date_format)}
        rows={enrolled.data?.results}
        rowKey={(row) => row.customer.pk}
        rowHref={(row) => `/customers/${row.customer.pk}`}
        loading={enrolled.isFetching}
        empty={
          <EmptyState icon={<Repeat />} title="Nobody pays automatically yet">
            Customers turn on automatic payments when they pay, or in the portal. We tell them three days
            before each charge.
          </EmptyState>
        }
        error={enrolled.error && <FailedNote what="automatic payments" query={enrolled} list={list} />}
      />
      <ListPager list={list} reply={enrolled.data} />
    </>
  )
}
