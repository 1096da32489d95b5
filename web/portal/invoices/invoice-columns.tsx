import type { DateFormat } from '../../../domain/dates/calendar.ts'
import { formatDate } from '../../ui/language/format-date.ts'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Link } from '../../ui/layout/link.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Tag } from '../../ui/text/tag.tsx'
import type { CustomerAccount } from '../account/use-account.ts'
import { inFlightText, invoiceLook, isPositive } from '../pay/invoice-look.ts'
import { PLANS_TAB, SITE } from '../portal-session.ts'

export type PortalInvoice = CustomerAccount['latest_invoices'][number]

/** Path of an invoice in the Invoices tab, with the list's state. */
export function invoiceHref(pk: string, list = new URLSearchParams()): string {
  const search = new URLSearchParams(list)
  search.set('tab', '2')
  search.set('invoice', pk)
  return `${SITE}?${search}`
}

/** Columns of the invoice tables: Invoice, Due Date, Total, Remaining, Status, and the Pay button. */
export function invoiceColumns(
  { currency, dateFormat }: { currency: string; dateFormat: DateFormat },
  onPay: (invoice: PortalInvoice) => void,
  sortable: boolean,
): Column<PortalInvoice>[] {
  const money = (invoice: PortalInvoice, amount: string): string =>
    moneyText(amount, invoice.currency, invoice.currency !== currency)
  return [
    {
      id: 'number',
      header: t('Invoice'),
      rowHeader: true,
      sortable,
      card: 'title',
      cell: (invoice) => invoice.number,
    },
    {
      id: 'due_date',
      header: t('Due Date'),
      sortable,
      card: 'detail',
      cell: (invoice) => <time dateTime={invoice.due_date}>{formatDate(invoice.due_date, dateFormat)}</time>,
    },
    {
      id: 'total',
      header: t('Total'),
      unit: currency,
      align: 'end',
      sortable,
      hideBelow: 'xl',
      card: 'hidden',
      cell: (invoice) => money(invoice, invoice.total),
    },
    {
      id: 'remaining',
      header: t('Remaining'),
      unit: currency,
      align: 'end',
      sortable,
      card: 'value',
      cell: (invoice) => (
        <>
          <span className={isPositive(invoice.remaining) ? undefined : '@max-md:hidden'}>
            {money(invoice, invoice.remaining)}
          </span>
          {/* A card has no total column, and the total is more useful once nothing remains. */}
          {!isPositive(invoice.remaining) && (
            <span className="@min-md:hidden">{money(invoice, invoice.total)}</span>
          )}
        </>
      ),
    },
    {
      id: 'status',
      header: t('Status'),
      card: 'aside',
      // Two tags would cover the due date and leave the number no room, so a card puts them on a line of their own.
      className:
        '@max-md:has-data-tags:col-start-2 @max-md:has-data-tags:col-span-2 @max-md:has-data-tags:row-start-3 @max-md:has-data-tags:ms-0 @max-md:has-data-tags:text-start',
      cell: (invoice) => {
        const look = invoiceLook(invoice)
        const inFlight = inFlightText(invoice)
        return (
          <span
            data-tags={inFlight || invoice.payment_plan ? '' : undefined}
            className="inline-flex flex-wrap items-center gap-1.5 @max-md:not-data-tags:justify-end"
          >
            <Tag tone={look.tone}>{look.text}</Tag>
            {inFlight && <Tag tone="open">{inFlight}</Tag>}
            {invoice.payment_plan && <PlanBadge number={invoice.number} />}
          </span>
        )
      },
    },
    {
      id: 'pay',
      header: t('Pay'),
      headerHidden: true,
      align: 'end',
      card: 'foot',
      className: '@max-md:sm:text-end',
      cell: (invoice) =>
        isPositive(invoice.remaining) &&
        (invoice.transaction_type === 'invoice' || invoice.transaction_type === 'late_fee') ? (
          <Button
            size="sm"
            className="max-sm:mt-2 max-sm:w-full"
            aria-label={t('Pay Invoice {number}, {amount}', {
              number: invoice.number,
              amount: moneyText(invoice.remaining, invoice.currency),
            })}
            onClick={() => onPay(invoice)}
          >
            {t('Pay Invoice')}
          </Button>
        ) : null,
    },
  ]
}

/** Leads to the invoice's payment plan. */
const PlanBadge = ({ number }: { number: string }) => (
  <Link
    href={`${SITE}?tab=${PLANS_TAB}&search=${encodeURIComponent(number)}`}
    aria-label={t('PP, payment plan of invoice {number}', { number })}
    className="inline-grid min-h-6.5 min-w-8 place-items-center rounded-full border border-line-strong px-2 text-13 font-semibold text-ink-2 hover:bg-sunken hover:text-ink"
  >
    {t('PP')}
  </Link>
)
