import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { REASON_TEXTS } from '../../../../domain/reminders/reason-texts.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { Pager } from '../../../ui/table/pager.tsx'
import { FailedNote } from '../../layout/failed-note.tsx'
import { amountColumn, messageColumns } from '../overview/reminder-columns.tsx'
import { RehearsedDialog } from './rehearsed-dialog.tsx'
import type { RehearsedRow, Shown } from './use-rehearsal.ts'

const SIZE = 25

/** Messages of a rehearsal, or what it held and skipped. */
export function RehearsedList({
  flowId,
  shown,
  onShowAll,
}: {
  flowId: string
  shown: Shown
  onShowAll: () => void
}) {
  const account = useAccount()
  const call = useCall()
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(SIZE)
  const [opened, setOpened] = useState<number | null>(null)
  const { label, ...filter } = shown
  const query = { ...filter, page: String(page), page_size: String(size) }
  const list = useQuery({
    queryKey: [account.pk, 'reminder-rehearsal', flowId, 'messages', query],
    queryFn: ({ signal }) =>
      call(
        contract.reminderRehearsals.list,
        { params: { account: account.pk, flow: flowId }, query },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.results
  const isHeld = shown.outcome === 'held'
  const columns: readonly Column<RehearsedRow>[] = [
    {
      id: 'day',
      header: 'Day',
      width: 9,
      cell: (row) => formatDate(row.day, account.date_format),
      card: 'aside',
    },
    ...messageColumns<RehearsedRow>(),
    ...(isHeld
      ? [
          {
            id: 'reason',
            header: 'Reason',
            width: 20,
            cell: (row: RehearsedRow) => (row.reason === null ? '' : REASON_TEXTS[row.reason]),
          },
        ]
      : []),
    amountColumn<RehearsedRow>(),
  ]
  return (
    <section aria-label="Messages" className="border-t border-line">
      <div className="flex flex-wrap items-center gap-3 px-4 py-3 md:px-6">
        <h2 className="font-semibold">{isHeld ? 'Held or skipped' : 'Messages'}</h2>
        {label !== undefined && (
          <Button size="sm" icon={<X />} onClick={onShowAll}>
            {label}
          </Button>
        )}
      </div>
      <DataTable
        label={isHeld ? 'Held or skipped steps' : 'Rehearsed messages'}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.pk}
        onOpen={isHeld ? undefined : (row) => setOpened(rows!.indexOf(row))}
        loading={list.isFetching}
        error={list.error && <FailedNote what="reminders" query={list} />}
        empty={<p className="px-4 py-6 text-ink-3 md:px-6">No messages.</p>}
      />
      {list.data && list.data.count > 0 && (
        <Pager
          page={page}
          pageSize={size}
          reply={list.data}
          onPage={setPage}
          onPageSize={(chosen) => {
            setSize(chosen)
            setPage(1)
          }}
        />
      )}
      {opened !== null && rows && (
        <RehearsedDialog
          flowId={flowId}
          rows={rows}
          at={opened}
          onMove={setOpened}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  )
}
