import type { PaymentDetail } from '../../../contract/payments/payment-shapes.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { dayOf, timeOf } from '../../ui/text/zoned-time.ts'

type Awaited = NonNullable<PaymentDetail['awaited']>

const AWAITED: Record<Awaited['what'], string> = {
  bank: 'The payer’s bank asks its customer to confirm this payment.',
  approval: 'The payer hasn’t approved this payment yet.',
  verification: 'The payer verifies their bank account with the code of a small deposit.',
}

/** The reason why a payment waits, and its dispute, above its figures. */
export function PaymentState({ payment }: { payment: PaymentDetail }) {
  const { timezone, date_format: format } = useAccount()
  const when = (at: string): string => `${formatDate(dayOf(at, timezone), format)}, ${timeOf(at, timezone)}`
  const lines = [
    ...(payment.status === 'input' ? [waitingText(payment.awaited, when)] : []),
    ...(payment.dispute ? [disputeText(payment.dispute, when)] : []),
  ]
  return lines.map((line) => (
    <p key={line} className="border-b border-line bg-soon-tint px-4 py-3 text-14 md:px-6">
      {line}
    </p>
  ))
}

function waitingText(awaited: Awaited | null, when: (at: string) => string): string {
  if (!awaited) return 'We don’t have the processor’s answer yet. We keep asking.'
  const mailed = awaited.mailed ? ' We emailed them a link.' : ''
  return `${AWAITED[awaited.what]}${mailed} Nothing is charged until they do. We cancel it on ${when(awaited.until)}.`
}

function disputeText(dispute: NonNullable<PaymentDetail['dispute']>, when: (at: string) => string): string {
  const what = dispute.is_inquiry ? 'The payer questions this payment' : 'This payment was disputed'
  const about = `${what}: ${dispute.reason}.`
  switch (dispute.status) {
    case 'needs_response':
      return `${about} ${dispute.due_by ? `Send evidence in the processor’s dashboard until ${when(dispute.due_by)}.` : 'Send evidence in the processor’s dashboard.'}`
    case 'under_review':
      return `${about} It is under review.`
    case 'won':
      return dispute.is_inquiry
        ? `${about} The inquiry was closed.`
        : `${about} You won: the money is back, and is booked as a payment of its own.`
    default:
      return `${about} It was lost.`
  }
}
