import { type DateFormat, formatDate } from '../../../../domain/dates/calendar.ts'
import type { Column } from '../../../ui/table/data-table.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import { StatusText } from '../../../ui/text/status-text.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { dayOf } from '../../../ui/text/zoned-time.ts'
import { customerColumn, numberColumn } from '../../layout/list-columns.ts'
import { type InvoiceRow, inFlightText, toneOf } from '../invoice-look.ts'
import { RemainingAmount, remainingText } from '../remaining-amount.tsx'

/**
 * Columns of the list. `currency` is shared by all rows and named once in the headings; null when rows
 * differ, and then each amount shows its own.
 */
export function invoiceColumns(
  dates: DateFormat,
  currency: string | null,
  timezone: string,
): Column<InvoiceRow>[] {
  const money = (amount: string, row: InvoiceRow) => moneyText(amount, row.currency, currency === null)
  const unit = currency ?? undefined
  const day = (id: string, header: string, dayOfRow: (row: InvoiceRow) => string | null) =>
    ({
      id,
      header,
      width: 7.5,
      optional: true,
      card: 'hidden',
      className: 'num',
      cell: (row) => {
        const on = dayOfRow(row)
        return on === null ? '–' : formatDate(on, dates)
      },
    }) satisfies Column<InvoiceRow>
  const dayAt = (at: string | null) => at && dayOf(at, timezone)
  return [
    numberColumn('Invoice'),
    customerColumn,
    {
      id: 'due_date',
      header: 'Due date',
      sortable: true,
      width: 7.5,
      hideBelow: 'lg',
      card: 'foot',
      className: 'num @max-md:text-ink-3',
      cell: (row) => (
        <>
          <span className="@min-md:hidden">Due </span>
          <time dateTime={row.due_date}>{formatDate(row.due_date, dates)}</time>
        </>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      card: 'detail',
      cell: (row) => {
        const inFlight = inFlightText(row)
        return (
          <span className="inline-flex max-w-full flex-wrap items-center gap-x-3 gap-y-0.5">
            <StatusText tone={toneOf(row)}>{row.status}</StatusText>
            {inFlight && <Tag tone="open">{inFlight}</Tag>}
            {row.disputed && <Tag tone="soon">Disputed</Tag>}
            {row.promised_on && <Tag tone="open">Promised for {formatDate(row.promised_on, dates)}</Tag>}
          </span>
        )
      },
    },
    {
      ...day('invoice_date', 'Invoice date', (row) => row.invoice_date),
      sortable: true,
    },
    {
      id: 'days_past_due',
      header: 'Days overdue',
      align: 'end',
      width: 7,
      optional: true,
      card: 'hidden',
      cell: (row) => (row.days_past_due > 0 ? row.days_past_due : '–'),
    },
    day('sent_at', 'Sent', (row) => dayAt(row.sent_at)),
    day('viewed_at', 'Viewed', (row) => dayAt(row.viewed_at)),
    {
      id: 'total',
      header: 'Total',
      align: 'end',
      unit,
      sortable: true,
      width: 7.5,
      hideBelow: 'xl',
      card: 'hidden',
      cell: (row) => money(row.total, row),
    },
    {
      id: 'remaining',
      header: 'Remaining',
      align: 'end',
      unit,
      sortable: true,
      width: 9.5,
      text: (row) => remainingText(row, currency === null),
      card: 'value',
      cell: (row) => <RemainingAmount row={row} symbol={currency === null} />,
    },
  ]
}
