import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { Button } from '../../ui/layout/button.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { dayOf } from '../../ui/text/zoned-time.ts'
import { recordPath } from '../paths.ts'
import type { MemoDetail } from './memo-look.ts'

type Application = MemoDetail['applications'][number]

/**
 * Lists the applications of the memo and those taken back. `onUnapply` is null when the user lacks the right.
 */
export function MemoApplications({
  memo,
  onUnapply,
}: {
  memo: MemoDetail
  onUnapply: ((application: Application) => void) | null
}) {
  const account = useAccount()
  const date = (at: string): string => formatDate(dayOf(at, account.timezone), account.date_format)
  const columns: Column<Application>[] = [
    { id: 'invoice', header: 'Invoice', rowHeader: true, card: 'title', cell: (row) => row.invoice.number },
    {
      id: 'applied',
      header: 'Applied on',
      card: 'detail',
      className: 'num',
      cell: (row) => <time dateTime={row.applied_at}>{date(row.applied_at)}</time>,
    },
    {
      id: 'state',
      header: 'Status',
      card: 'state',
      cell: (row) =>
        row.unapplied_at === null ? (
          <Tag tone="paid">Applied</Tag>
        ) : (
          <Tag tone="quiet">{`Unapplied ${date(row.unapplied_at)}`}</Tag>
        ),
    },
    {
      id: 'amount',
      header: 'Amount',
      align: 'end',
      card: 'value',
      cell: (row) => moneyText(row.amount, memo.currency),
    },
    {
      id: 'action',
      header: 'Unapply',
      headerHidden: true,
      align: 'end',
      card: 'action',
      cell: (row) =>
        onUnapply &&
        row.unapplied_at === null && (
          <Button size="sm" aria-label={`Unapply from ${row.invoice.number}`} onClick={() => onUnapply(row)}>
            Unapply
          </Button>
        ),
    },
  ]
  return (
    <DataTable
      label="Applications"
      rows={memo.applications}
      rowKey={(row) => row.pk}
      rowHref={(row) => recordPath('invoice', row.invoice.pk)}
      columns={columns}
      empty={
        <p className="px-4 py-4 text-ink-2 md:px-6">
          {memo.status === 'Void'
            ? 'It was voided before you applied it to an invoice.'
            : `Not applied yet. Apply it to lower an open invoice of ${memo.customer.short_name}.`}
        </p>
      }
    />
  )
}
