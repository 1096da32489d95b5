import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { SelectionAction, SelectionBar } from '../../../ui/table/selection-bar.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import { useListColumns } from '../../layout/columns/use-list-columns.tsx'
import { ExportMenu } from '../../layout/export-menu.tsx'
import { FailedNote } from '../../layout/failed-note.tsx'
import { FilterBar } from '../../layout/filters/filter-bar.tsx'
import { isNarrowed } from '../../layout/filters/use-filtered-list.ts'
import { ListPager } from '../../layout/list-pager.tsx'
import type { ListState } from '../../list-search.ts'
import { recordPath } from '../../paths.ts'
import { FEE_FILTERS, type Fee, type FeeView } from './late-fees-list.ts'

const WaiveDialog = lazyWithRetry(() => import('../../invoices/fees/waive-dialog.tsx'), 'WaiveDialog')
const UndoDialog = lazyWithRetry(() => import('./undo-dialog.tsx'), 'UndoDialog')

const EMPTY: Readonly<Record<Exclude<FeeView, 'upcoming'>, readonly [title: string, text: string]>> = {
  charged: [
    'No late fees charged yet',
    'Fees appear here on the day that a rule charges them. Fees of confirmed payment plans are listed too.',
  ],
  proposed: [
    'Nothing to waive',
    'A fee appears here when you record a payment with a date before the fee was due.',
  ],
  waived: ['No late fees waived', 'Fees that you take back appear here, with the reason.'],
}

/** Late fees of a list, the newest first. Those that are not waived can be. */
export function FeeList({ list, state }: { list: ListState; state: Exclude<FeeView, 'upcoming'> }) {
  const account = useAccount()
  const call = useCall()
  const mayWaive = useCan('late_fees.waive')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [waiving, setWaiving] = useState(false)
  const [restoring, setRestoring] = useState<Fee | null>(null)
  const { view: _view, page_size = '25', page, ...matching } = list.query
  const query = { ...matching, state, page_size, ...(page !== undefined && { page }) }
  const fees = useQuery({
    queryKey: [account.pk, 'late-fees', state, query],
    queryFn: ({ signal }) =>
      call(contract.lateFees.list, { params: { account: account.pk }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
  const rows = fees.data?.results
  const chosen = rows?.filter((row) => selected.has(row.pk)) ?? []
  const day = (date: string): string => formatDate(date, account.date_format)
  const [title, text] = EMPTY[state]
  const isShown = fees.data !== undefined
  const { button, ...arranged } = useListColumns('late_fees', list, columnsOf(state, day), isShown)
  return (
    <>
      <FilterBar
        list={list}
        fields={FEE_FILTERS}
        search={null}
        tools={
          <>
            <ExportMenu
              list={{ query: { ...matching, state } }}
              route={contract.lateFees.export}
              name="Late fees"
            />
            {button}
          </>
        }
      />
      <DataTable
        label="Late fees"
        {...arranged}
        filtered={isNarrowed(list.search)}
        rows={rows}
        rowKey={(row) => row.pk}
        rowHref={(row) => recordPath('invoice', row.invoice.pk)}
        loading={fees.isFetching}
        selection={
          mayWaive
            ? { selected, onChange: setSelected, name: (row) => `${row.text} of ${row.invoice.number}` }
            : undefined
        }
        error={fees.error && <FailedNote what="late fees" query={fees} list={list} />}
        empty={
          <EmptyState icon={<Undo2 />} title={title}>
            {text}
          </EmptyState>
        }
      />
      <ListPager list={list} reply={fees.data} />
      {chosen.length > 0 && (
        <SelectionBar count={chosen.length} onClear={() => setSelected(new Set())}>
          {state === 'waived' ? (
            chosen.length === 1 && (
              <SelectionAction icon={<Undo2 />} onPress={() => setRestoring(chosen[0]!)}>
                Charge again
              </SelectionAction>
            )
          ) : (
            <SelectionAction icon={<Undo2 />} onPress={() => setWaiving(true)}>
              Waive
            </SelectionAction>
          )}
        </SelectionBar>
      )}
      <Suspense>
        {waiving && (
          <WaiveDialog
            fees={chosen}
            onClose={() => setWaiving(false)}
            onDone={() => setSelected(new Set())}
          />
        )}
        {restoring && (
          <UndoDialog
            fee={restoring}
            onClose={() => setRestoring(null)}
            onDone={() => setSelected(new Set())}
          />
        )}
      </Suspense>
    </>
  )
}

const columnsOf = (state: FeeView, day: (date: string) => string): readonly Column<Fee>[] => [
  { id: 'invoice', header: 'Invoice', cell: (row) => row.invoice.number, rowHeader: true, card: 'title' },
  { id: 'customer', header: 'Customer', cell: (row) => row.customer.short_name, card: 'detail' },
  { id: 'text', header: 'Line', cell: (row) => row.text, hideBelow: 'lg' },
  { id: 'rule', header: 'Rule', cell: (row) => row.rule?.name ?? 'Payment plan', hideBelow: 'xl' },
  { id: 'day', header: 'Charged on', width: 10, cell: (row) => day(row.charged_on), card: 'aside' },
  ...(state === 'proposed'
    ? [
        {
          id: 'paid',
          header: 'Paid on',
          width: 10,
          cell: (row: Fee) => row.paid_before && day(row.paid_before),
        } as const,
      ]
    : []),
  ...(state === 'waived'
    ? [
        {
          id: 'reason',
          header: 'Reason',
          cell: (row: Fee) => row.waived_because,
          text: (row: Fee) => row.waived_because,
        } as const,
      ]
    : []),
  {
    id: 'amount',
    header: state === 'waived' ? 'Waived' : 'Fee',
    align: 'end',
    width: 8,
    cell: (row) => moneyText(state === 'waived' ? row.waived : row.amount, row.currency),
    card: 'value',
  },
]
