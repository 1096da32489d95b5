import { FileText } from 'lucide-react'
import { contract } from '../../../contract/index.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { STATEMENT_KIND_NAMES } from '../../../domain/statements/statement-kind.ts'
import { useAccount } from '../../session/account-context.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Tag, type Tone } from '../../ui/text/tag.tsx'
import { dayOf } from '../../ui/text/zoned-time.ts'
import { useListColumns } from '../layout/columns/use-list-columns.tsx'
import { DroppedFilters } from '../layout/dropped-filters.tsx'
import { ExportMenu } from '../layout/export-menu.tsx'
import { FailedNote } from '../layout/failed-note.tsx'
import { ListPager } from '../layout/list-pager.tsx'
import { useListState } from '../list-search.ts'
import { viewerPath } from '../paths.ts'
import { useIssued } from './use-issued.ts'
import type { IssuedStatement } from './use-sending.ts'

const STATUSES: Readonly<Record<IssuedStatement['status'], readonly [Tone, string]>> = {
  queued: ['soon', 'Leaving'],
  sending: ['soon', 'Leaving'],
  sent: ['paid', 'Sent'],
  failed: ['overdue', 'Not delivered'],
  unknown: ['overdue', 'Unknown'],
  canceled: ['quiet', 'Not sent'],
  forgotten: ['quiet', 'Sent'],
}

function DeliveryTag({ status }: { status: IssuedStatement['status'] }) {
  const [tone, text] = STATUSES[status]
  return <Tag tone={tone}>{text}</Tag>
}

/** Statements that were issued, the latest first. A row opens the PDF as it was sent. */
export function IssuedList() {
  const account = useAccount()
  const list = useListState(['customer'])
  const issued = useIssued(list)
  const day = (date: string): string => formatDate(date, account.date_format)
  const columns: readonly Column<IssuedStatement>[] = [
    { id: 'number', header: 'Number', width: 6.5, cell: (row) => row.number, rowHeader: true, card: 'title' },
    {
      id: 'customer',
      header: 'Customer',
      width: 11,
      cell: (row) => row.customer.short_name,
      text: (row) => row.customer.short_name,
      card: 'detail',
    },
    {
      id: 'period',
      header: 'Period',
      width: 13,
      cell: (row) => `${day(row.from)} to ${day(row.to)}`,
      hideBelow: 'lg',
    },
    {
      id: 'kind',
      header: 'Kind',
      width: 8,
      cell: (row) => STATEMENT_KIND_NAMES[row.kind],
      hideBelow: 'xl',
      card: 'hidden',
    },
    {
      id: 'balance',
      header: 'Balance',
      align: 'end',
      width: 7,
      card: 'value',
      text: (row) => moneyText(row.closing, row.currency),
      cell: (row) => moneyText(row.closing, row.currency),
    },
    {
      id: 'sent',
      header: 'Sent',
      width: 8,
      card: 'aside',
      cell: (row) => (row.sent_at === null ? '' : day(dayOf(row.sent_at, account.timezone))),
    },
    {
      id: 'status',
      header: 'Status',
      width: 7.5,
      card: 'state',
      cell: (row) => <DeliveryTag status={row.status} />,
    },
    {
      id: 'to',
      header: 'To',
      cell: (row) => row.to_address ?? '',
      text: (row) => row.to_address ?? '',
      hideBelow: '2xl',
      card: 'hidden',
    },
  ]
  const { button, ...arranged } = useListColumns('statements', list, columns, issued.data !== undefined)
  return (
    <>
      <DroppedFilters list={list} className="px-4 py-2 md:px-6" />
      <div className="flex items-center gap-2 px-4 pt-2 pb-1 sm:justify-end md:px-6">
        <ExportMenu list={{ query: {} }} route={contract.statementSending.export} name="Statements" />
        {button}
      </div>
      <DataTable
        className="border-t border-line"
        label="Issued statements"
        {...arranged}
        rows={issued.data?.results}
        rowKey={(row) => row.pk}
        rowHref={(row) => viewerPath(account.pk, 'statements', row.pk)}
        loading={issued.isFetching}
        error={issued.error && <FailedNote what="statements" query={issued} list={list} />}
        empty={
          <EmptyState icon={<FileText />} title="No statements yet">
            Send statements to all customers, set a schedule, or email one from a customer’s page.
          </EmptyState>
        }
      />
      <ListPager list={list} reply={issued.data} />
    </>
  )
}
