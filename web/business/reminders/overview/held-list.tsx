import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { REASON_TEXTS } from '../../../../domain/reminders/reason-texts.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { useListColumns } from '../../layout/columns/use-list-columns.tsx'
import { ExportMenu } from '../../layout/export-menu.tsx'
import { FailedNote } from '../../layout/failed-note.tsx'
import { FilterBar } from '../../layout/filters/filter-bar.tsx'
import { isNarrowed } from '../../layout/filters/use-filtered-list.ts'
import { ListPager } from '../../layout/list-pager.tsx'
import type { ListState } from '../../list-search.ts'
import { recordPath } from '../../paths.ts'
import { amountColumn } from './reminder-columns.tsx'
import { HELD_FILTERS } from './reminders-list.ts'

type Row = ReplyOf<typeof contract.reminders.listHeld>['results'][number]

/** Reminders that wait, with the reason. */
export function HeldList({ list }: { list: ListState }) {
  const account = useAccount()
  const call = useCall()
  const { page, page_size = '25', customer } = list.query
  const matching = customer === undefined ? {} : { customer }
  const query = { ...matching, page_size, ...(page !== undefined && { page }) }
  const held = useQuery({
    queryKey: [account.pk, 'reminders', 'held', query],
    queryFn: ({ signal }) =>
      call(contract.reminders.listHeld, { params: { account: account.pk }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
  const reason = (row: Row): string => {
    const text = row.reason === null ? '' : REASON_TEXTS[row.reason]
    return row.note === '' ? text : `${text}: “${row.note}”`
  }
  const columns: readonly Column<Row>[] = [
    { id: 'invoice', header: 'Invoice', cell: (row) => row.invoice.number, rowHeader: true, card: 'title' },
    { id: 'customer', header: 'Customer', cell: (row) => row.customer.short_name, card: 'detail' },
    { id: 'step', header: 'Step', cell: (row) => row.step, hideBelow: 'lg' },
    amountColumn<Row>(),
    {
      id: 'reason',
      header: 'Reason',
      cell: reason,
      text: reason,
      width: 20,
      className: 'whitespace-normal! py-2 wrap-anywhere',
    },
    {
      id: 'until',
      header: 'Until',
      width: 11,
      cell: (row) =>
        row.held_until && (
          <>
            <span className="@min-md:hidden">Until </span>
            {formatDate(row.held_until, account.date_format)}
            {row.reason === 'gap' && ' or later'}
          </>
        ),
      card: 'aside',
    },
  ]
  const { button, ...arranged } = useListColumns('held_reminders', list, columns, held.data !== undefined)
  return (
    <>
      <FilterBar
        list={list}
        fields={HELD_FILTERS}
        search={null}
        tools={
          <>
            <ExportMenu
              list={{ query: matching }}
              route={contract.reminders.exportHeld}
              name="Held reminders"
            />
            {button}
          </>
        }
      />
      <DataTable
        label="Held reminders"
        {...arranged}
        filtered={isNarrowed(list.search)}
        rows={held.data?.results}
        rowKey={(row) => `${row.invoice.pk} ${row.step} ${row.scheduled_on}`}
        rowHref={(row) => recordPath('invoice', row.invoice.pk)}
        loading={held.isFetching}
        error={held.error && <FailedNote what="reminders" query={held} list={list} />}
        empty={
          <EmptyState icon={<CircleCheck />} title="Nothing is held">
            A reminder that waits for a weekend, a payment on its way, a pause or an address appears here.
          </EmptyState>
        }
      />
      <ListPager list={list} reply={held.data} />
    </>
  )
}
