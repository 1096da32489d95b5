import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { type DateFormat, formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount, useCanKeep } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { readSort, writeSort } from '../../ui/table/table-state.ts'
import { isSome, moneyText } from '../../ui/text/money-text.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { useListColumns } from '../layout/columns/use-list-columns.tsx'
import { ExportMenu } from '../layout/export-menu.tsx'
import { FailedNote } from '../layout/failed-note.tsx'
import { FilterBar } from '../layout/filters/filter-bar.tsx'
import type { FilterField } from '../layout/filters/filter-field.ts'
import { isNarrowed, useFilteredList } from '../layout/filters/use-filtered-list.ts'
import { customerColumn, numberColumn } from '../layout/list-columns.ts'
import { ListPager } from '../layout/list-pager.tsx'
import { NewButton } from '../layout/new-button.tsx'
import { ListViews } from '../layout/saved-views/list-views.tsx'
import { IssueMemoDialog } from './issue-memo-dialog.tsx'
import { MEMO_ORDERS, type Memo, memoPath, memoTone } from './memo-look.ts'

const MEMO_FILTERS: readonly FilterField[] = [
  { id: 'customer', label: 'Customer', kind: 'customer', plain: true },
  { id: 'issued_on', label: 'Issued', kind: 'date' },
  { id: 'total', label: 'Total', kind: 'amount' },
  { id: 'remaining', label: 'Remaining', kind: 'amount' },
  { id: 'currency', label: 'Currency', kind: 'currency' },
]

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
  const list = useFilteredList(MEMO_FILTERS, [], { orders: MEMO_ORDERS })
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
  const isShown = memos.data !== undefined
  const columns = columnsOf(account.date_format)
  const { button, ...arranged } = useListColumns('credit_memos', list, columns, isShown)
  const issueButton = mayIssue && <NewButton onPress={() => setIssuing(true)}>Issue credit memo</NewButton>
  return (
    <>
      <PageHeader title="Credit memos" actions={issueButton} />
      <ListViews
        label="Credit memos shown"
        list={list}
        saved="credit_memos"
        path="/credit-memos"
        isShown={isShown}
        current="all"
        views={[{ id: 'all', name: 'All', href: '/credit-memos' }]}
      />
      <FilterBar
        list={list}
        fields={MEMO_FILTERS}
        search="Search credit memos"
        tools={
          <>
            <ExportMenu list={list} route={contract.creditMemos.export} name="Credit memos" />
            {button}
          </>
        }
      />
      <DataTable
        label="Credit memos"
        {...arranged}
        rows={memos.data?.results}
        rowKey={(row) => row.pk}
        loading={memos.isFetching}
        sort={readSort(list.search.order_by)}
        onSort={(sort) => list.set({ order_by: writeSort(sort) })}
        rowHref={(row) => memoPath(row.pk)}
        filtered={isNarrowed(list.search)}
        empty={
          <EmptyState icon={<ReceiptText />} title="No credit memos yet" action={issueButton}>
            {issueButton && 'Issue one to reduce what a customer owes, such as for returned goods.'}
          </EmptyState>
        }
        error={memos.error && <FailedNote what="credit memos" query={memos} list={list} />}
      />
      <ListPager list={list} reply={memos.data} />
      {issuing && (
        <IssueMemoDialog onClose={() => setIssuing(false)} onIssued={(memo) => navigate(memoPath(memo.pk))} />
      )}
    </>
  )
}
