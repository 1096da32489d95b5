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
import { recordPath } from '../../paths.ts'
import { KIND_WORDS } from '../editor/step-words.ts'
import { FLOWS_PATH } from '../flows/use-flows.ts'
import { PlannedDialog } from '../planned/planned-dialog.tsx'
import { FailedNote } from './failed-note.tsx'
import { amountColumn, messageColumns } from './reminder-columns.tsx'

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
  if (row.kind !== 'email') return <Tag icon={null}>{KIND_WORDS[row.kind]}</Tag>
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
  const when = (row: Row): string =>
    row.day === account.today ? 'Today' : formatDate(row.day, account.date_format)
  const columns: readonly Column<Row>[] = [
    { id: 'day', header: 'Day', width: 9, cell: when, card: 'aside' },
    ...messageColumns<Row>(),
    {
      id: 'note',
      header: 'Note',
      width: 12,
      cell: (row) => <NoteOfRow row={row} dateFormat={account.date_format} />,
      card: 'state',
    },
    amountColumn<Row>(),
  ]
  return (
    <>
      <ExportBar route={contract.reminders.exportUpcoming} name="Upcoming reminders" />
      <DataTable
        label="Upcoming reminders"
        columns={columns}
        rows={upcoming.data?.results}
        rowKey={keyOf}
        onOpen={(row) =>
          row.kind === 'email' ? setOpened(row) : open(recordPath('customer', row.customer.pk))
        }
        currentKey={opened && keyOf(opened)}
        loading={upcoming.isFetching}
        error={
          upcoming.error && (
            <FailedNote error={upcoming.error} onRetry={upcoming.refetch} retrying={upcoming.isFetching} />
          )
        }
        empty={
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
        }
      />
      {upcoming.data?.more && (
        <p className="px-4 py-3 text-ink-3 md:px-6">Only the next 500 messages are listed.</p>
      )}
      {opened && <PlannedDialog row={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
