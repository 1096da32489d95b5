import { CircleDot } from 'lucide-react'
import { formatDate } from '../../../domain/calendar.ts'
import { type PaymentStatus, paymentStatusText } from '../../../domain/payment-status.ts'
import { useAccount } from '../../session/account-context.ts'
import { Timeline } from '../../ui/timeline.tsx'
import type { PaymentDetail } from './payment-page.tsx'
import { causeText, dayOf, paymentTone, timeOf } from './payment-text.ts'

/** How a payment came to stand as it does, newest first. */
export function PaymentHistory({ payment }: { payment: PaymentDetail }) {
  const account = useAccount()
  return (
    <Timeline
      items={[...payment.events].reverse().map((event, at) => ({
        id: `${event.at}${at}`,
        icon: <CircleDot />,
        title: causeText(event.cause),
        detail: paymentStatusText(event.to as PaymentStatus),
        tone: paymentTone(event.to),
        time: `${formatDate(dayOf(event.at, account.timezone), account.date_format)} ${timeOf(event.at, account.timezone)}`,
        dateTime: event.at,
      }))}
    />
  )
}
