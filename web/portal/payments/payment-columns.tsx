import type { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import type { DateFormat } from '../../../domain/dates/calendar.ts'
import { formatDate } from '../../ui/language/format-date.ts'
import { t } from '../../ui/language/text.ts'
import type { Column } from '../../ui/table/data-table.tsx'
import { isSome, moneyText } from '../../ui/text/money-text.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { SITE } from '../portal-session.ts'

export type OwnPayment = ReplyOf<typeof contract.ownPayments.list>['results'][number]

const TONES = {
  confirmed: 'paid',
  waiting: 'open',
  preauth: 'open',
  input: 'soon',
  error: 'soon',
  refunded: 'quiet',
  rejected: 'overdue',
} as const

/** The state of a payment; a refunded part is shown beside it. */
export const PaymentState = ({
  payment,
}: {
  payment: Pick<OwnPayment, 'status' | 'status_display' | 'refunded' | 'currency'>
}) => (
  <span className="inline-flex flex-wrap items-center gap-1.5 @max-md:justify-end">
    <Tag tone={TONES[payment.status]}>{payment.status_display}</Tag>
    {payment.status === 'confirmed' && isSome(payment.refunded) && (
      <Tag>{t('{amount} refunded', { amount: moneyText(payment.refunded, payment.currency) })}</Tag>
    )}
  </span>
)

/** Path of a payment's page, with the list's state. */
export function paymentHref(pk: string, list = new URLSearchParams()): string {
  const search = new URLSearchParams(list)
  search.set('tab', 'payments')
  search.set('payment', pk)
  return `${SITE}?${search}`
}

/** 'INV-1001, INV-1002 and 3 more'; what was paid ahead is for no invoice yet. */
export function invoicesText({ invoices, invoices_count: count }: OwnPayment): string {
  if (count === 0) return t('Credit')
  const named = invoices.map(({ number }) => number).join(', ')
  return count > invoices.length
    ? t('{invoices} and {count, number} more', { invoices: named, count: count - invoices.length })
    : named
}

/** Columns of the customer's payments. */
export function paymentColumns(currency: string, dateFormat: DateFormat): Column<OwnPayment>[] {
  return [
    { id: 'number', header: t('Payment'), rowHeader: true, card: 'title', cell: ({ number }) => number },
    {
      id: 'created',
      header: t('Date'),
      sortable: true,
      card: 'detail',
      cell: ({ date, method_display }) => (
        <span className="@max-md:whitespace-normal">
          <time dateTime={date}>{formatDate(date, dateFormat)}</time>
          <span className="@min-md:hidden"> · </span>
          <span className="whitespace-nowrap @min-md:hidden">{method_display}</span>
        </span>
      ),
    },
    {
      id: 'method',
      header: t('Payment method'),
      card: 'hidden',
      cell: ({ method_display }) => method_display,
    },
    {
      id: 'invoices',
      header: t('Invoices'),
      card: 'state',
      className: '@max-md:text-ink-2',
      cell: (payment) => (
        <span className="block max-w-60 truncate" title={invoicesText(payment)}>
          {invoicesText(payment)}
        </span>
      ),
    },
    {
      id: 'total',
      header: t('Amount'),
      unit: currency,
      align: 'end',
      sortable: true,
      card: 'value',
      cell: (payment) => moneyText(payment.total, payment.currency, payment.currency !== currency),
    },
    {
      id: 'status',
      header: t('Status'),
      card: 'aside',
      cell: (payment) => <PaymentState payment={payment} />,
    },
  ]
}
