import { BookX, CircleDot, Undo2 } from 'lucide-react'
import type { PaymentDetail } from '../../../contract/payments/payment-shapes.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { type PaymentStatus, paymentStatusText } from '../../../domain/payments/payment-status.ts'
import { useAccount } from '../../session/account-context.ts'
import { moneyText } from '../../ui/text/money-text.ts'
import { Timeline } from '../../ui/text/timeline.tsx'
import { dayOf, timeOf } from '../../ui/text/zoned-time.ts'
import { causeText, paymentTone, refundWord } from './payment-text.ts'

/** Status changes and refunds of a payment, and that it was left out of the books, newest first. */
export function PaymentHistory({ payment }: { payment: PaymentDetail }) {
  const account = useAccount()
  return (
    <Timeline
      items={[...eventsOf(payment), ...refundsOf(payment), ...leftOutOf(payment)]
        .sort(newestFirst)
        .map(({ at, ...item }) => ({
          ...item,
          time: `${formatDate(dayOf(at, account.timezone), account.date_format)}, ${timeOf(at, account.timezone)}`,
          dateTime: at,
        }))}
    />
  )
}

/** Entries of the same instant are ordered by when they were written, latest first. */
const newestFirst = (a: { at: string; order: number }, b: { at: string; order: number }): number =>
  Date.parse(b.at) - Date.parse(a.at) || b.order - a.order

// Refunds have entries of their own, so the status 'refunded' is left out.
const eventsOf = ({ events }: PaymentDetail) =>
  events
    .map((event, order) => {
      const status = paymentStatusText(event.to as PaymentStatus)
      const replied = event.cause.startsWith('reply')
      // A payment that went on is not unfinished.
      const wentOn = event.to === 'input' && order < events.length - 1
      return {
        at: event.at,
        order,
        id: `${event.at}${order}`,
        icon: <CircleDot />,
        title: replied ? `Payment ${status.toLowerCase()}` : causeText(event.cause),
        detail: !replied && !wentOn && status,
        tone: paymentTone(event.to),
      }
    })
    .filter((_, order) => events[order]!.to !== 'refunded')

const leftOutOf = ({ left_out: leftOut, events, refunds }: PaymentDetail) =>
  leftOut === null
    ? []
    : [
        {
          at: leftOut.at,
          order: events.length + refunds.length,
          id: 'left-out',
          icon: <BookX />,
          title: 'Left out of the books',
          detail: `${leftOut.by === null ? 'It' : `By ${leftOut.by}. It`} counts as entered there.`,
          tone: 'soon' as const,
        },
      ]

const refundsOf = ({ refunds, events, total_currency }: PaymentDetail) =>
  refunds.map((refund, order) => ({
    at: refund.settled ?? refund.created,
    order: events.length + order,
    id: refund.id,
    icon: <Undo2 />,
    title: `Refund of ${moneyText(refund.amount, total_currency)}`,
    detail: refundWord(refund.status),
    tone: paymentTone(refund.status === 'confirmed' ? 'refunded' : refund.status),
  }))
