import { Tag } from '../../ui/text/tag.tsx'
import { isPartlyRefunded, paymentTone, type StatusFacts } from './payment-text.ts'

/** Status of a payment, and a tag for a partial refund, which the status does not include. */
export function PaymentStatusTags({ payment }: { payment: StatusFacts }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Tag tone={paymentTone(payment.status)}>{payment.status_display}</Tag>
      {isPartlyRefunded(payment) && <Tag tone="quiet">Partly refunded</Tag>}
    </span>
  )
}
