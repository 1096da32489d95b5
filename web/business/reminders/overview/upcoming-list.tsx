import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { type DateFormat, formatDate } from '../../../../domain/dates/calendar.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { useNavigateTo } from '../../../ui/layout/link.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { ExportBar } from '../../layout/export-menu.tsx'
import { FailedNote } from '../../layout/failed-note.tsx'
import { recordPath } from '../../paths.ts'
import { kindWord } from '../channels/step-channels.ts'
import { FLOWS_PATH } from '../flows/use-flows.ts'
import { PlannedDialog } from '../planned/planned-dialog.tsx'
import { amountColumn, messageColumns } from './reminder-columns.tsx'
import { contentText } from './upcoming-days.ts'
import { UpcomingTable } from './upcoming-table.tsx'

type Row = ReplyOf<typeof contract.reminders.listUpcoming>['results'][number]

/** Says briefly why a message leaves after the day of its step. Its dialog says more. */
const MOVED_FOR: Partial<Record<NonNullable<Row['held_for']>, string>> = {
  weekend: 'Moved: weekend',
  holiday: 'Moved: public holiday',
  gap: 'Moved: too soon after the last',
  promised: 'Waits for a promised payment',
}

/** Tells of a step that is no email, of a text of its own, or why a message leaves later. */
function NoteOfRow({ row, dateFormat }: { row: Row; dateFormat: DateFormat }) {
  if (row.kind !== 'email') return <Tag icon={null}>{kindWord(row.kind)}</Tag>
  if (row.has_own_text) return <Tag>Own text</Tag>
  if (row.scheduled_on >= row.day) return null
  const moved = row.held_for && MOVED_FOR[row.held_for]
  return <Tag tone="soon">{moved ?? `Planned for ${formatDate(row.scheduled_on, dateFormat)}`}</Tag>
}

const keyOf = (row: Row): string => `${row.day} ${row.step_id} ${row.currency} ${row.invoices[0]?.pk}`

/** Reminders of the next 30 days, if nothing is paid meanwhile. */
export function UpcomingList() {
  const account = useAccount()
  const call = useCall()
  const upcoming = useQuery({
    queryKey: [account.pk, 'reminders', 'upcoming'],
    queryFn: ({ signal }) =>
      call(contract.reminders.listUpcoming, { params: { account: account.pk } }, { signal }),
  })
  const [opened, setOpened] = useState<Row | null>(null)
  const open = useNavigateTo()
  const columns: readonly Column<Row>[] = [
    ...messageColumns<Row>(),
    {
      id: 'note',
      header: 'Note',
      width: 17,
      cell: (row) => <NoteOfRow row={row} dateFormat={account.date_format} />,
      card: 'state',
    },
    amountColumn<Row>(),
  ]
  const rows = upcoming.data?.results
  const openRow = (row: Row) =>
    row.kind === 'email' ? setOpened(row) : open(recordPath('customer', row.customer.pk))
  if (rows === undefined || rows.length === 0)
    return (
      <DataTable
        label="Upcoming reminders"
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        loading={upcoming.isFetching}
        error={upcoming.error && <FailedNote what="reminders" query={upcoming} />}
        empty={<NothingPlanned />}
      />
    )
  return (
    <>
      <ExportBar route={contract.reminders.exportUpcoming} name="Upcoming reminders" />
      <p className="px-4 py-3 text-ink-2 md:px-6">
        Next 30 days: <b className="font-semibold text-ink">{contentText(rows)}</b> if nothing is paid
        {upcoming.data?.more && '. Only the next 500 are listed'}.
      </p>
      <UpcomingTable
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        onOpen={openRow}
        currentKey={opened && keyOf(opened)}
      />
      {opened && <PlannedDialog row={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

const NothingPlanned = () => (
  <EmptyState
    icon={<CalendarClock />}
    title="Nothing is planned for the next 30 days"
    action={
      <ButtonLink href={FLOWS_PATH} variant="primary">
        Set up a flow
      </ButtonLink>
    }
  >
    A flow says when customers are reminded of their open invoices, and with which text.
  </EmptyState>
)
