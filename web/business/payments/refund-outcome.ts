import { displayAmount, smallerMinor } from '../../../domain/money/money.ts'
import { surchargeRefundedAt } from '../../../domain/payments/surcharge.ts'
import { minorOf } from '../../ui/text/money-text.ts'

/** The fields of a payment that decide a refund's effect. */
interface Refunded {
  readonly total_currency: string
  readonly captured_amount: string
  readonly refunded_amount: string
  readonly surcharge: string
  readonly unapplied_amount: string
  /** Settled amounts by invoice. */
  readonly invoices: readonly unknown[]
}

/**
 * Describes a refund's effect besides the money movement, split like on the server: 'of which $1.48 is
 * surcharge, and the invoices that it settled are open again by $98.52'.
 */
export function refundOutcome(payment: Refunded, amountMinor: bigint): string {
  const { total_currency: currency } = payment
  const minor = (text: string): bigint => minorOf(text, currency)
  const text = (value: bigint): string => displayAmount(value, currency)
  const captured = { capturedMinor: minor(payment.captured_amount), surchargeMinor: minor(payment.surcharge) }
  const before = minor(payment.refunded_amount)
  const surcharge =
    surchargeRefundedAt(captured, before + amountMinor) - surchargeRefundedAt(captured, before)
  const credit = smallerMinor(minor(payment.unapplied_amount), amountMinor - surcharge)
  const reopened = amountMinor - surcharge - credit
  const kept = [
    ...(surcharge > 0n ? [`${text(surcharge)} is surcharge`] : []),
    ...(credit > 0n ? [`${text(credit)} is credit that was not used`] : []),
  ]
  const outOf = kept.length > 0 ? `, of which ${kept.join(' and ')}` : ''
  const settled =
    payment.invoices.length === 1 ? 'the invoice that it settled is' : 'the invoices that it settled are'
  const open = reopened > 0n ? `, and ${settled} open again by ${text(reopened)}` : ''
  return `${outOf}${open}.`
}
