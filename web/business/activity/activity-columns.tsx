import { formatDate } from '../../../domain/dates/calendar.ts'
import type { Account } from '../../session/account-context.ts'
import { cx } from '../../ui/cx.ts'
import type { Column } from '../../ui/table/data-table.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import type { Tone } from '../../ui/text/tag.tsx'
import { dayOf, timeOf } from '../../ui/text/zoned-time.ts'
import { type Event, eventDetail, eventText, iconOf, toneOf } from './event-text.tsx'

const TONES: Readonly<Record<Tone, string>> = {
  paid: 'text-paid',
  open: 'text-open',
  soon: 'text-soon',
  overdue: 'text-overdue',
  quiet: 'text-ink-3',
}

const amountText = ({ amount, currency }: Event): string =>
  amount === null || currency === null ? '' : moneyText(amount, currency)

/** Columns of the list of events. An account may have millions: only their time is sorted by, which an index serves. */
export const activityColumns = ({ timezone, date_format }: Account): readonly Column<Event>[] => [
  {
    id: 'what',
    header: 'What happened',
    rowHeader: true,
    card: 'title',
    text: (row) => eventText(row),
    cell: (row) => (
      <>
        <span className={cx('me-2.5 inline-block align-[-0.15em]', TONES[toneOf(row)])}>{iconOf(row)}</span>
        {eventText(row)}
      </>
    ),
  },
  {
    id: 'detail',
    header: 'Details',
    width: 24,
    hideBelow: 'lg',
    card: 'detail',
    className: 'text-ink-2',
    text: (row) => eventDetail(row),
    cell: (row) => eventDetail(row),
  },
  {
    id: 'customer',
    header: 'Customer',
    width: 12,
    optional: true,
    card: 'hidden',
    text: (row) => row.customer?.short_name ?? '',
    cell: (row) => row.customer?.short_name ?? '',
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    width: 9,
    optional: true,
    card: 'hidden',
    text: amountText,
    cell: amountText,
  },
  {
    id: 'at',
    header: 'When',
    sortable: true,
    width: 13,
    card: 'foot',
    className: 'num',
    cell: ({ at }) => (
      <time dateTime={at}>
        {formatDate(dayOf(at, timezone), date_format)}{' '}
        <span className="text-ink-3">{timeOf(at, timezone)}</span>
      </time>
    ),
  },
]
