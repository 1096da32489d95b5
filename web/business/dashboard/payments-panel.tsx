import { CircleAlert, CircleCheck, Clock, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { dateInZone, formatDate } from '../../../domain/dates/calendar.ts'
import type { PaymentStatus } from '../../../domain/payments/payment-status.ts'
import { useAccount } from '../../session/account-context.ts'
import { Link } from '../../ui/layout/link.tsx'
import { Money } from '../../ui/text/money.tsx'
import { recordPath } from '../paths.ts'
import { statusWords } from '../payments/payment-text.ts'
import type { Dashboard } from './dashboard-query.ts'
import { Panel } from './panel.tsx'

type Payment = Dashboard['latest_payments'][number]

const ICONS: Readonly<Record<PaymentStatus, ReactNode>> = {
  waiting: <Clock className="text-soon" />,
  preauth: <Clock className="text-soon" />,
  input: <Clock className="text-soon" />,
  confirmed: <CircleCheck className="text-paid" />,
  rejected: <CircleAlert className="text-overdue" />,
  error: <CircleAlert className="text-overdue" />,
  refunded: <Undo2 className="text-ink-3" />,
}

/** The latest payments, whatever their status. */
export function PaymentsPanel({ payments }: { payments: readonly Payment[] }) {
  return (
    <Panel
      title="Latest payments"
      more={{ label: 'All payments', href: '/payment-processing' }}
      className="max-md:border-t md:border-s"
    >
      {payments.length === 0 ? (
        <p className="mt-2 text-ink-2">
          No payments yet. They appear here when a customer pays online, or when you record one.
        </p>
      ) : (
        <ul className="mt-1">
          {payments.map((payment) => (
            <Row key={payment.pk} payment={payment} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Row({ payment }: { payment: Payment }) {
  const { timezone, date_format } = useAccount()
  const on = formatDate(dateInZone(Date.parse(payment.created), timezone), date_format)
  return (
    <li className="group grid grid-cols-[1rem_minmax(0,1fr)_auto] items-start gap-x-2.5 border-b border-line py-2 last:border-0">
      <span className="mt-px">{ICONS[payment.status]}</span>
      <Link
        href={recordPath('payment', payment.pk)}
        className="truncate font-medium underline-offset-3 group-hover:underline"
      >
        {payment.customer.short_name}
      </Link>
      <Money amount={payment.total} currency={payment.total_currency} className="font-medium" />
      <small className="col-span-2 col-start-2 truncate text-12 text-ink-3">
        {statusWords(payment)}, {on}, {payment.method_display}
      </small>
    </li>
  )
}
