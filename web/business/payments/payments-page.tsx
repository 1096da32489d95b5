import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import type { payment } from '../../../contract/payments/payment-shapes.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { readSort, writeSort } from '../../ui/table/table-state.ts'
import { moneyText } from '../../ui/text/money-text.ts'
import { dayOf } from '../../ui/text/zoned-time.ts'
import { useListColumns } from '../layout/columns/use-list-columns.tsx'
import { ExportMenu } from '../layout/export-menu.tsx'
import { FailedNote } from '../layout/failed-note.tsx'
import { builtInViews } from '../layout/filters/built-in-views.ts'
import { FilterBar } from '../layout/filters/filter-bar.tsx'
import { isNarrowed, useFilteredList } from '../layout/filters/use-filtered-list.ts'
import { customerColumn } from '../layout/list-columns.ts'
import { ListPager } from '../layout/list-pager.tsx'
import { ListSums, SUMS } from '../layout/list-sums.tsx'
import { NewButton } from '../layout/new-button.tsx'
import { ListViews } from '../layout/saved-views/list-views.tsx'
import type { ListState } from '../list-search.ts'
import { PAYOUTS_PATH, recordPath } from '../paths.ts'
import { LIVE } from '../query-client.ts'
import { CasesNote } from './cases-note.tsx'
import { PAYMENT_FILTERS, PAYMENT_ORDERS, PAYMENT_PARAMS, PAYMENT_VIEWS } from './payment-filters.ts'
import { PaymentStatusTags } from './payment-status-tags.tsx'
import { methodLine } from './payment-text.ts'
import { RecordPaymentDialog } from './record-payment-dialog.tsx'

type Payment = z.output<typeof payment>

/** Lists all payments: card, e-check, check, transfer. */
export function PaymentsPage() {
  const account = useAccount()
  const call = useCall()
  const list = useFilteredList(PAYMENT_FILTERS, PAYMENT_PARAMS, { orders: PAYMENT_ORDERS })
  const navigate = useNavigateTo()
  const mayRecord = useCan('payments.record')
  const [recording, setRecording] = useRecordingAsked(list)
  const { new: _, ...query } = list.query
  const payments = useQuery({
    queryKey: [account.pk, 'payments', query],
    queryFn: ({ signal }) =>
      call(contract.payments.list, { params: { account: account.pk }, query }, { signal }),
    placeholderData: keepPreviousData,
    ...LIVE,
  })
  const { hidden, ...views } = builtInViews('/payment-processing', PAYMENT_VIEWS, list.search)
  const isShown = payments.data !== undefined
  const { button, ...arranged } = useListColumns('payments', list, columns(account), isShown)
  return (
    <>
      <PageHeader
        title="Payments"
        actions={
          <>
            <ButtonLink href={PAYOUTS_PATH}>Payouts</ButtonLink>
            {mayRecord && <NewButton onPress={() => setRecording(true)}>Record payment</NewButton>}
          </>
        }
      />
      <ListViews
        label="Payments shown"
        list={list}
        saved="payments"
        path="/payment-processing"
        {...views}
        isShown={isShown}
      />
      <CasesNote />
      <FilterBar
        list={list}
        fields={PAYMENT_FILTERS}
        search="Search payments"
        hidden={hidden}
        tools={
          <>
            <ExportMenu list={list} route={contract.payments.export} name="Payments" />
            {button}
          </>
        }
      />
      {payments.data && <Sums data={payments.data} />}
      {payments.isPending && <div className={SUMS} />}
      <DataTable
        label="Payments"
        {...arranged}
        rows={payments.data?.results}
        rowKey={(row) => row.pk}
        loading={payments.isFetching}
        sort={readSort(list.search.order_by)}
        onSort={(sort) => list.set({ order_by: writeSort(sort) })}
        rowHref={(row) => recordPath('payment', row.pk)}
        filtered={isNarrowed(list.search)}
        empty={
          <EmptyState icon={<CreditCard />} title="No payments yet">
            Payments appear here when a customer pays online, or when you record a check or transfer.
          </EmptyState>
        }
        error={payments.error && <FailedNote what="payments" query={payments} list={list} />}
      />
      <ListPager list={list} reply={payments.data} />
      {mayRecord && recording && (
        <RecordPaymentDialog
          customer={null}
          onClose={() => setRecording(false)}
          onRecorded={(saved) => navigate(recordPath('payment', saved.pk))}
        />
      )}
    </>
  )
}

const Sums = ({ data }: { data: ReplyOf<typeof contract.payments.list> }) => (
  <ListSums
    count={data.count}
    nouns={['payment', 'payments']}
    sums={data.sums.map(({ currency, total, collected }) => ({
      currency,
      figures: [
        ['Total', total],
        ['Collected', collected],
      ],
    }))}
  />
)

/**
 * Whether the dialog to record a payment is open. The address may open it once; going back doesn't reopen it.
 */
function useRecordingAsked(list: ListState) {
  const state = useState(false)
  const [, setRecording] = state
  const asked = list.search.new === 'true'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list's state is new on every render
  useEffect(() => {
    if (!asked) return
    setRecording(true)
    // A search change replaces the history entry.
    list.set({ new: undefined, search: list.search.search, page: list.search.page })
  }, [asked])
  return state
}

const methodText = (row: Payment): string => [methodLine(row), row.reference].filter(Boolean).join(', ')

const columns = (account: { timezone: string; date_format: 'MDY' | 'DMY' | 'YMD' }): Column<Payment>[] => [
  {
    id: 'transaction_number',
    header: 'Payment',
    rowHeader: true,
    sortable: true,
    width: 7.5,
    text: (row) => row.transaction_number,
    card: 'detail',
    cell: (row) => row.transaction_number,
  },
  customerColumn,
  {
    id: 'created',
    header: 'Date',
    sortable: true,
    width: 6.75,
    card: 'foot',
    cell: (row) => (
      <time dateTime={row.created}>
        {formatDate(dayOf(row.created, account.timezone), account.date_format)}
      </time>
    ),
  },
  {
    id: 'received_on',
    header: 'Received',
    width: 6.75,
    hideBelow: 'xl',
    card: 'hidden',
    cell: (row) =>
      row.booked_on ? (
        <time dateTime={row.booked_on}>{formatDate(row.booked_on, account.date_format)}</time>
      ) : (
        '–'
      ),
  },
  {
    id: 'method',
    header: 'Payment method',
    hideBelow: 'lg',
    card: 'hidden',
    text: methodText,
    cell: methodText,
  },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    card: 'aside',
    cell: (row) => <PaymentStatusTags payment={row} />,
  },
  {
    id: 'posted',
    header: 'Reconciled',
    width: 6.25,
    hideBelow: 'xl',
    card: 'hidden',
    cell: (row) => (row.posted ? 'Yes' : '–'),
  },
  {
    id: 'refunded_amount',
    header: 'Refunded',
    align: 'end',
    width: 8.5,
    optional: true,
    card: 'hidden',
    cell: (row) => moneyText(row.refunded_amount, row.total_currency),
  },
  {
    id: 'surcharge',
    header: 'Surcharge',
    align: 'end',
    width: 8,
    optional: true,
    card: 'hidden',
    cell: (row) => moneyText(row.surcharge, row.total_currency),
  },
  {
    id: 'total',
    header: 'Amount',
    align: 'end',
    sortable: true,
    width: 8.5,
    card: 'value',
    cell: (row) => moneyText(row.total, row.total_currency),
  },
]
