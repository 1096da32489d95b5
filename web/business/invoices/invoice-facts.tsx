import type { ReactNode } from 'react'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { PAYMENT_TERM_LABELS, type PaymentTerms } from '../../../domain/dates/terms.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { Link } from '../../ui/layout/link.tsx'
import { Money } from '../../ui/text/money.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { PlannedCharge } from '../auto-payments/planned-charge.tsx'
import { recordPath } from '../paths.ts'
import { dayOf } from '../payments/payment-text.ts'
import { type Invoice, isSome } from './invoice-look.ts'

/** What remains, large, and what became of the rest. */
export function InvoiceHeadline({ invoice }: { invoice: Invoice }) {
  const money = (amount: string): string => moneyText(amount, invoice.currency)
  const draft = invoice.state === 'draft'
  const seesPlan = useCan('auto_payments.read')
  const parts = [
    isSome(invoice.paid) && `${money(invoice.paid)} paid`,
    isSome(invoice.credited) && `${money(invoice.credited)} credited`,
  ].filter(Boolean)
  return (
    <section className="grid gap-3 border-b border-line p-4 md:p-6" aria-label="Remaining">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Money amount={draft ? invoice.total : invoice.remaining} currency={invoice.currency} size="hero" />
        <p className="num whitespace-normal text-ink-2">
          {draft ? 'in total, not sent yet' : `remaining of ${money(invoice.total)}`}
          {parts.length > 0 && `, ${parts.join(', ')}`}
        </p>
      </div>
      {isSome(invoice.in_flight) && (
        <Note tone="info" title={`${money(invoice.in_flight)} is being paid right now`}>
          Until that payment is settled, the amount is reserved and can&rsquo;t be paid a second time.
        </Note>
      )}
      {seesPlan && invoice.state === 'open' && isSome(invoice.remaining) && (
        <PlannedCharge invoice={invoice} />
      )}
    </section>
  )
}

/** Who it is for and when it is due. */
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
    ['Sent', instant(invoice.sent_at) ?? (invoice.state === 'draft' ? 'Not yet' : 'Issued without an email')],
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
