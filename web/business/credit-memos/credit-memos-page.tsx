import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { type DateFormat, formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount, useCanKeep } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useCall } from '../../session/session-context.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { FilterChip } from '../../ui/table/filter-chip.tsx'
import { readSort, writeSort } from '../../ui/table/table-state.ts'
import { isSome, moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { ExportMenu } from '../layout/export-menu.tsx'
import { customerColumn, numberColumn } from '../layout/list-columns.ts'
import { ListPager } from '../layout/list-pager.tsx'
import { NewButton } from '../layout/new-button.tsx'
import { useListState } from '../list-search.ts'
import { IssueMemoDialog } from './issue-memo-dialog.tsx'
import { type Memo, memoPath, memoTone } from './memo-look.ts'

const columnsOf = (dates: DateFormat): Column<Memo>[] => [
  numberColumn('Credit memo'),
  customerColumn,
  {
    id: 'issued_on',
    header: 'Issued',
    sortable: true,
    width: 7,
    card: 'detail',
    className: 'num',
    cell: (row) => <time dateTime={row.issued_on}>{formatDate(row.issued_on, dates)}</time>,
  },
  {
    id: 'status',
    header: 'Status',
    width: 6,
    card: 'state',
    cell: (row) => <Tag tone={memoTone(row.status)}>{row.status}</Tag>,
  },
  {
    id: 'reason',
    header: 'Reason',
    hideBelow: 'xl',
    card: 'hidden',
    className: 'text-ink-2',
    text: (row) => row.reason,
    cell: (row) => row.reason || '–',
  },
  {
    id: 'total',
    header: 'Total',
    align: 'end',
    sortable: true,
    width: 7.5,
    hideBelow: 'lg',
    card: 'hidden',
    cell: (row) => moneyText(row.total, row.currency),
  },
  {
    id: 'remaining',
    header: 'Remaining',
    align: 'end',
    sortable: true,
    width: 9,
    text: (row) => moneyText(row.remaining, row.currency),
    card: 'value',
    cell: (row) => (
      <span className={isSome(row.remaining) ? 'font-semibold' : 'font-normal text-ink-3'}>
        {moneyText(row.remaining, row.currency)}
      </span>
    ),
  },
]

/** Lists credit memos: issued, applied to invoices, or void. */
export function CreditMemosPage() {
  const account = useAccount()
  const call = useCall()
  const list = useListState(['customer'])
  const navigate = useNavigateTo()
  const mayIssue = useCanKeep('credits.write')
  const [issuing, setIssuing] = useState(false)
  const { query } = list
  const memos = useQuery({
    queryKey: [account.pk, 'credit-memos', query],
    queryFn: ({ signal }) =>
      call(contract.creditMemos.list, { params: { account: account.pk }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
  const issueButton = mayIssue && <NewButton onPress={() => setIssuing(true)}>Issue credit memo</NewButton>
  return (
    <>
      <PageHeader title="Credit memos" actions={issueButton} />
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3 md:px-6">
        <SearchField
          value={list.search.search ?? ''}
          onSearch={(search) => list.set({ search })}
          label="Search credit memos"
          placeholder="Search"
        />
        {list.search.customer && (
          <CustomerChip id={list.search.customer} onRemove={() => list.set({ customer: undefined })} />
        )}
        <ExportMenu list={list} route={contract.creditMemos.export} name="Credit memos" />
      </div>
      <DataTable
        label="Credit memos"
        columns={columnsOf(account.date_format)}
        rows={memos.data?.results}
        rowKey={(row) => row.pk}
        loading={memos.isFetching}
        sort={readSort(list.search.order_by)}
        onSort={(sort) => list.set({ order_by: writeSort(sort) })}
        rowHref={(row) => memoPath(row.pk)}
        filtered={Boolean(list.search.search || list.search.customer)}
        empty={
          <EmptyState icon={<ReceiptText />} title="No credit memos yet" action={issueButton}>
            Issue one to reduce what a customer owes, such as for returned goods.
          </EmptyState>
        }
        error={
          memos.error && (
            <Note
              tone="error"
              title="Failed to load credit memos"
              onRetry={() => memos.refetch()}
              retrying={memos.isFetching}
              className="mx-4 my-6 md:mx-6"
            >
              {actionErrorText(memos.error)}
            </Note>
          )
        }
      />
      <ListPager list={list} total={memos.data?.count} />
      {issuing && (
        <IssueMemoDialog onClose={() => setIssuing(false)} onIssued={(memo) => navigate(memoPath(memo.pk))} />
      )}
    </>
  )
}

function CustomerChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const account = useAccount()
  const call = useCall()
  const customer = useQuery({
    queryKey: [account.pk, 'customer', id],
    queryFn: ({ signal }) =>
      call(contract.customers.read, { params: { account: account.pk, customer: id } }, { signal }),
  })
  return (
    <FilterChip
      name="Customer is"
      value={customer.data?.short_name ?? '…'}
      onRemove={onRemove}
      onClick={onRemove}
    />
  )
}
