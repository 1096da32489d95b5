import { dateInZone } from '../../../../domain/dates/calendar.ts'
import { msg } from '../../../../domain/languages/msg.ts'
import { formatAmount } from '../../../../domain/money/money.ts'
import { paymentStatusText } from '../../../../domain/payments/payment-status.ts'
import { hasReceipt, type Payment, totalMinor } from './records.ts'
import { methodText } from './texts.ts'

/** 'Returned' for money that a bank took back, 'Declined' for an attempt that it refused. */
function ownStatusText({
  status,
  captured_minor,
  failure_code,
}: Pick<Payment, 'status' | 'captured_minor' | 'failure_code'>): string {
  if (status !== 'rejected') return paymentStatusText(status)
  return captured_minor === 0n && failure_code === 'declined' ? msg('Declined') : msg('Returned')
}

/** A payment in its customer's own list and page. */
export const ownPaymentRecord = (payment: Payment, timezone: string) => ({
  pk: payment.id,
  number: payment.number,
  status: payment.status,
  status_display: ownStatusText(payment),
  date: payment.received_on ?? dateInZone((payment.settled_at ?? payment.created_at).getTime(), timezone),
  currency: payment.currency,
  total: formatAmount(totalMinor(payment), payment.currency),
  refunded: formatAmount(payment.refunded_minor, payment.currency),
  method_display: methodText(payment.type, payment.method_brand, payment.method_last4),
  receipt: hasReceipt(payment),
})
