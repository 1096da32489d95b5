import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { contract } from '../../../../contract/index.ts'
import type { Payout } from '../../../../contract/payments/payouts.ts'
import { type DateFormat, formatDate } from '../../../../domain/dates/calendar.ts'
import { processorName } from '../../../../domain/payments/processor-names.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import { Note } from '../../../ui/text/note.tsx'
import { HelpNote } from '../../help/help-note.tsx'
import { useListColumns } from '../../layout/columns/use-list-columns.tsx'
import { DroppedFilters } from '../../layout/dropped-filters.tsx'
import { ExportMenu } from '../../layout/export-menu.tsx'
import { FailedNote } from '../../layout/failed-note.tsx'
import { ListPager } from '../../layout/list-pager.tsx'
import { useListState } from '../../list-search.ts'
import { payoutPath } from '../../paths.ts'
import { PayoutTag } from './payout-tag.tsx'

const columnsOf = (dates: DateFormat): Column<Payout>[] => [
  {
    id: 'arrives_on',
    header: 'At the bank',
    rowHeader: true,
    card: 'title',
    cell: (row) => formatDate(row.arrives_on, dates),
  },
  { id: 'provider', header: 'Processor', card: 'hidden', cell: (row) => processorName(row.provider) },
  { id: 'status', header: 'Status', card: 'detail', cell: (row) => <PayoutTag payout={row} /> },
  {
    id: 'fees',
    header: 'Fees',
    align: 'end',
    card: 'hidden',
    cell: (row) => moneyText(row.fees, row.currency),
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    card: 'value',
    cell: (row) => moneyText(row.amount, row.currency),
  },
]

/** Lists what the processors sent to the bank. */
export function PayoutsPage() {
  const account = useAccount()
  const call = useCall()
  const list = useListState([])
  const { page, page_size } = list.query
  const payouts = useQuery({
    queryKey: [account.pk, 'payouts', page, page_size],
    queryFn: ({ signal }) =>
      call(
        contract.payouts.list,
        { params: { account: account.pk }, query: { page, page_size } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
  const isShown = payouts.data !== undefined
  const { button, ...arranged } = useListColumns('payouts', list, columnsOf(account.date_format), isShown)
  return (
    <>
      <PageHeader title="Payouts" crumbs={[{ label: 'Payments', href: '/payment-processing' }]} />
      <HelpNote topic="payouts" />
      <p className="border-t border-line px-4 py-3 text-14 text-ink-2 md:px-6">
        Read from your processors every night.
      </p>
      <SilentNote names={payouts.data?.silent ?? []} />
      <DroppedFilters list={list} className="px-4 py-2 md:px-6" />
      <div className="flex items-center gap-2 px-4 pt-2 pb-1 sm:justify-end md:px-6">
        <ExportMenu list={{ query: {} }} route={contract.payouts.export} name="Payouts" />
        {button}
      </div>
      <DataTable
        label="Payouts"
        {...arranged}
        rows={payouts.data?.results}
        rowKey={(row) => row.pk}
        rowHref={(row) => payoutPath(row.pk)}
        loading={payouts.isFetching}
        empty={
          <EmptyState icon={<Landmark />} title="No payouts yet">
            A payout appears here the night after your processor sends money to your bank.
          </EmptyState>
        }
        error={payouts.error && <FailedNote what="payouts" query={payouts} list={list} />}
      />
      <ListPager list={list} reply={payouts.data} />
    </>
  )
}

/** Tells of processors whose payouts can't be read, and what to do instead. */
function SilentNote({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  const list = new Intl.ListFormat('en').format(names)
  return (
    <Note tone="info" className="mx-4 mb-3 md:mx-6">
      {`${list} ${names.length === 1 ? 'doesn’t' : 'don’t'} tell us about payouts. When the money is on your bank statement, open each payment and mark it as reconciled.`}
    </Note>
  )
}
