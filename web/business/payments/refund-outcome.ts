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
  readonly invoices: readonly { readonly number: string }[]
}

/**
 * Describes a refund's effect besides the money movement, split like on the server: ', including $1.48 of
 * surcharge, and reopens $98.52 on INV-7.'
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
    ...(surcharge > 0n ? [`${text(surcharge)} of surcharge`] : []),
    ...(credit > 0n ? [`${text(credit)} of unapplied credit`] : []),
  ]
  const outOf = kept.length > 0 ? `, including ${kept.join(' and ')}` : ''
  const [invoice, ...others] = payment.invoices
  const where = invoice && others.length === 0 ? invoice.number : 'its invoices'
  const open = reopened > 0n ? `, and reopens ${text(reopened)} on ${where}` : ''
  return `${outOf}${open}.`
}
