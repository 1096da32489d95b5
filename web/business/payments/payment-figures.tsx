import type { ReactNode } from 'react'
import type { PaymentDetail } from '../../../contract/payments/payment-shapes.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { processorName } from '../../../domain/payments/processor-names.ts'
import { useAccount } from '../../session/account-context.ts'
import { Link } from '../../ui/layout/link.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { dayOf, timeOf } from '../../ui/text/zoned-time.ts'
import { recordPath } from '../paths.ts'
import { methodLine } from './payment-text.ts'

/** Amount and details of the payment. */
export function PaymentFigures({ payment }: { payment: PaymentDetail }) {
  const account = useAccount()
  const money = (amount: string): string => moneyText(amount, payment.total_currency)
  const some = (amount: string): boolean => /[1-9]/.test(amount)
  const facts: [string, ReactNode][] = [
    [
      'Customer',
      <Link key="c" href={recordPath('customer', payment.customer.pk)} className="link-quiet">
        {payment.customer.short_name}
      </Link>,
    ],
    ['Payment method', methodLine(payment)],
    [
      payment.received_on ? 'Recorded' : 'Date',
      `${formatDate(dayOf(payment.created, account.timezone), account.date_format)}, ${timeOf(payment.created, account.timezone)}`,
    ],
    ...(payment.received_on
      ? ([['Received on', formatDate(payment.received_on, account.date_format)]] as [string, string][])
      : []),
    ...(payment.reference ? ([['Reference', payment.reference]] as [string, string][]) : []),
    ...(some(payment.surcharge)
      ? ([['Surcharge included', money(payment.surcharge)]] as [string, string][])
      : []),
    ...(some(payment.refunded_amount)
      ? ([['Refunded', money(payment.refunded_amount)]] as [string, string][])
      : []),
    ...(some(payment.unapplied_amount)
      ? ([['Unapplied credit', money(payment.unapplied_amount)]] as [string, string][])
      : []),
    ...(payment.processor_fee
      ? ([['Processor’s fee', money(payment.processor_fee)]] as [string, string][])
      : []),
    ...(payment.deposit_to === 'trust' ? ([['Paid into', 'Trust account']] as [string, string][]) : []),
    ...(payment.gateway_id
      ? ([['Processor', `${processorName(payment.provider)} ${payment.gateway_id}`]] as [string, string][])
      : []),
  ]
  return (
    <section className="grid gap-4 border-b border-line p-4 md:p-6" aria-label="Payment">
      <p className="num text-32 font-semibold tracking-tight">{money(payment.total)}</p>
      {payment.failure && <Note tone="error">{payment.failure}</Note>}
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-12 text-ink-3">{label}</dt>
            <dd className="num break-words whitespace-normal">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
