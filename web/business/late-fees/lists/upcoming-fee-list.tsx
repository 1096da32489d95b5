import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { EXEMPTION_TEXTS } from '../../../../domain/late-fees/exemption-texts.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { ExportBar } from '../../layout/export-menu.tsx'
import { FailedNote } from '../../layout/failed-note.tsx'
import { ListPager } from '../../layout/list-pager.tsx'
import type { ListState } from '../../list-search.ts'
import { recordPath } from '../../paths.ts'

type Row = ReplyOf<typeof contract.lateFees.upcoming>['results'][number]

/** The next fee of each invoice in the next 30 days, the soonest first. */
export function UpcomingFeeList({ list }: { list: ListState }) {
  const account = useAccount()
  const call = useCall()
  const { page, page_size } = list.query
  const query = { page_size, ...(page !== undefined && { page }) }
  const fees = useQuery({
    queryKey: [account.pk, 'late-fees', 'upcoming', query],
    queryFn: ({ signal }) =>
      call(contract.lateFees.upcoming, { params: { account: account.pk }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
  const columns: readonly Column<Row>[] = [
    {
      id: 'invoice',
      header: 'Invoice',
      width: 7,
      cell: (row) => row.invoice.number,
      rowHeader: true,
      card: 'title',
    },
    {
      id: 'customer',
      header: 'Customer',
      cell: (row) => row.customer.short_name,
      text: (row) => row.customer.short_name,
      card: 'detail',
    },
    {
      id: 'rule',
      header: 'Rule',
      cell: (row) => row.rule.name,
      text: (row) => row.rule.name,
      hideBelow: 'lg',
    },
    {
      id: 'remaining',
      header: 'Remaining',
      align: 'end',
      width: 9,
      cell: (row) => moneyText(row.remaining, row.currency),
      hideBelow: 'lg',
      card: 'hidden',
    },
    {
      id: 'amount',
      header: 'Fee',
      align: 'end',
      width: 8,
      cell: (row) => (row.amount === null ? '' : moneyText(row.amount, row.currency)),
      card: 'value',
    },
    {
      id: 'day',
      header: 'Charged on',
      width: 10,
      cell: (row) => formatDate(row.day, account.date_format),
      card: 'aside',
    },
    {
      id: 'held',
      header: 'Held back',
      width: 16,
      cell: (row) =>
        row.held && (
          <Tag tone="soon" className="whitespace-normal">
            {EXEMPTION_TEXTS[row.held]}
          </Tag>
        ),
      card: 'state',
    },
  ]
  return (
    <>
      <ExportBar route={contract.lateFees.exportUpcoming} name="Upcoming late fees" />
      <DataTable
        label="Upcoming late fees"
        columns={columns}
        rows={fees.data?.results}
        rowKey={(row) => row.invoice.pk}
        rowHref={(row) => recordPath('invoice', row.invoice.pk)}
        loading={fees.isFetching}
        error={fees.error && <FailedNote what="late fees" query={fees} list={list} />}
        empty={
          <EmptyState icon={<CalendarClock />} title="No late fees in the next 30 days">
            A rule that is on adds fees to invoices that are past due.
          </EmptyState>
        }
      />
      <ListPager list={list} reply={fees.data} />
    </>
  )
}
