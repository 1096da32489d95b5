import type { ReactNode } from 'react'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { PAYMENT_TERM_LABELS, type PaymentTerms } from '../../../domain/dates/terms.ts'
import { useAccount } from '../../session/account-context.ts'
import { Link } from '../../ui/layout/link.tsx'
import { dayOf } from '../../ui/text/zoned-time.ts'
import { recordPath } from '../paths.ts'
import type { Invoice } from './invoice-look.ts'

/** Customer, dates and terms of the invoice. */
export function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const account = useAccount()
  const date = (iso: string): string => formatDate(iso, account.date_format)
  const instant = (at: string | null): string | null => at && date(dayOf(at, account.timezone))
  const facts: [string, ReactNode][] = [
    [
      'Customer',
      <Link
        key="customer"
        href={recordPath('customer', invoice.customer.pk)}
        className="link-quiet font-medium"
      >
        {invoice.customer.short_name}
      </Link>,
    ],
    ['Email', invoice.customer.emails.join(', ') || 'None on file'],
    ['Invoice date', date(invoice.invoice_date)],
    ['Due date', date(invoice.due_date)],
    ['Terms', PAYMENT_TERM_LABELS[invoice.terms as PaymentTerms] ?? invoice.terms],
    ...(invoice.deposit_to === 'trust' ? ([['Paid into', 'Trust account']] as [string, ReactNode][]) : []),
    ['Sent', instant(invoice.sent_at) ?? (invoice.state === 'draft' ? 'Not yet' : 'Issued without email')],
    ['Opened by the customer', instant(invoice.viewed_at) ?? 'Not yet'],
  ]
  return (
    <dl className="grid gap-2.5">
      {facts.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="flex-none text-ink-2">{label}</dt>
          <dd className="min-w-0 text-end break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
