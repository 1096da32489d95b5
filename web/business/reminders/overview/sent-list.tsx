import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { isSome, moneyText } from '../../../ui/text/money-text.ts'
import { Note } from '../../../ui/text/note.tsx'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'
import { dayOf, timeOf } from '../../../ui/text/zoned-time.ts'
import { useListColumns } from '../../layout/columns/use-list-columns.tsx'
import { ExportMenu } from '../../layout/export-menu.tsx'
import { FailedNote } from '../../layout/failed-note.tsx'
import { FilterBar } from '../../layout/filters/filter-bar.tsx'
import { isNarrowed } from '../../layout/filters/use-filtered-list.ts'
import { ListPager } from '../../layout/list-pager.tsx'
import type { ListState } from '../../list-search.ts'
import { amountColumn, messageColumns } from './reminder-columns.tsx'
import { SENT_FILTERS } from './reminders-list.ts'

type Row = ReplyOf<typeof contract.reminders.listSent>['results'][number]

const STATUSES: Readonly<Record<Row['status'], readonly [Tone, string]>> = {
  queued: ['soon', 'Leaving'],
  sending: ['soon', 'Leaving'],
  sent: ['paid', 'Sent'],
  failed: ['overdue', 'Not delivered'],
  unknown: ['overdue', 'Unknown'],
  forgotten: ['quiet', 'Sent'],
}

/** The furthest that a message came: paid, opened, or its delivery. */
function SentState({ row }: { row: Row }) {
  const [tone, text] = STATUSES[row.status]
  if (isSome(row.paid))
    return (
      <Tag tone="paid">
        {row.paid === row.remaining ? 'Paid' : `Paid ${moneyText(row.paid, row.currency)}`}
      </Tag>
    )
  return row.opened_at === null ? <Tag tone={tone}>{text}</Tag> : <Tag tone="open">Pay link opened</Tag>
}

/** Reader of a message, and its sender where that was not the account. */
const Addresses = ({ row: { to, sender } }: { row: Row }) =>
  sender === null ? (
    to
  ) : (
    <span className="grid" title={`From ${sender.name}, answers go to ${sender.reply_to}`}>
      <span className="truncate">{to}</span>
      <span className="truncate text-12 text-ink-3">From {sender.name}</span>
    </span>
  )

/** Reminders that were sent, the newest first. */
export function SentList({ list }: { list: ListState }) {
  const account = useAccount()
  const call = useCall()
  const { step } = list.query
  const { view: _view, activate: _activate, page, page_size = '25', ...matching } = list.query
  const query = { ...matching, page_size, ...(page !== undefined && { page }) }
  const sent = useQuery({
    queryKey: [account.pk, 'reminders', 'sent', query],
    queryFn: ({ signal }) =>
      call(contract.reminders.listSent, { params: { account: account.pk }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
  const when = (row: Row): string => {
    const day = dayOf(row.sent_at, account.timezone)
    return `${formatDate(day, account.date_format)}, ${timeOf(row.sent_at, account.timezone)}`
  }
  const columns: readonly Column<Row>[] = [
    ...messageColumns<Row>(),
    {
      id: 'to',
      header: 'To',
      width: 15,
      cell: (row) => <Addresses row={row} />,
      text: (row) => row.to,
      hideBelow: 'xl',
    },
    amountColumn<Row>(),
    { id: 'sent', header: 'Sent', width: 11.5, cell: when, card: 'aside' },
    {
      id: 'status',
      header: 'What happened',
      width: 10,
      cell: (row) => <SentState row={row} />,
      card: 'state',
    },
  ]
  const { button, ...arranged } = useListColumns('reminders', list, columns, sent.data !== undefined)
  return (
    <>
      {step !== undefined && (
        <Note
          className="mx-4 my-2 md:mx-6"
          title={`Only ${sent.data?.results[0]?.step ?? 'one step'}`}
          onRetry={() => list.set({ step: undefined })}
          retryLabel="Show all"
        >
          The messages of one step of a flow.
        </Note>
      )}
      <FilterBar
        list={list}
        fields={SENT_FILTERS}
        search={null}
        tools={
          <>
            <ExportMenu
              list={{ query: matching }}
              route={contract.reminders.exportSent}
              name="Sent reminders"
            />
            {button}
          </>
        }
      />
      <DataTable
        label="Sent reminders"
        {...arranged}
        filtered={isNarrowed(list.search)}
        rows={sent.data?.results}
        rowKey={(row) => row.pk}
        rowHref={(row) => `/customers/${row.customer.pk}`}
        loading={sent.isFetching}
        error={sent.error && <FailedNote what="reminders" query={sent} list={list} />}
        empty={
          <EmptyState icon={<Send />} title="No reminder was sent yet">
            Reminders appear here when a flow sends them.
          </EmptyState>
        }
      />
      <ListPager list={list} reply={sent.data} />
    </>
  )
}
