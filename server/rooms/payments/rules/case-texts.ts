import type { CaseKind } from '../../../../contract/payments/payment-cases.ts'
import { displayAmount } from '../../../../domain/money/money.ts'
import type { Money } from '../../../gateways/payments/port.ts'

export const CASE_TEXTS: Readonly<Record<CaseKind, string>> = {
  charge_without_payment: 'Charge without a payment',
  payment_without_charge: 'Payment without a charge',
  amount: 'Different amounts',
  currency: 'Different currencies',
  refund_without_record: 'Refund not booked',
  record_without_refund: 'Booked refund not made',
  mismatch: 'Mismatched answer',
  late_charge: 'Charged after it failed here',
  no_outcome: 'Payment not confirmed',
  refund_after_return: 'Refund of a returned payment',
  event_unhandled: 'Unprocessed update',
  card_testing: 'Possible card testing',
}

const show = (money: Money | null): string =>
  money === null ? 'nothing' : displayAmount(money.minor, money.currency)

/** One sentence about the difference. `processor`: the processor's name. */
export function caseDetail(
  kind: CaseKind,
  processor: string,
  booked: Money | null,
  observed: Money | null,
): string {
  switch (kind) {
    case 'charge_without_payment':
      return `${processor} took ${show(observed)}, which isn’t booked here.`
    case 'payment_without_charge':
      return `${show(booked)} is booked here, but ${processor} has no such charge.`
    case 'amount':
    case 'currency':
      return `${processor} took ${show(observed)}; ${show(booked)} is booked here.`
    case 'refund_without_record':
      return `${processor} refunded ${show(observed)}; ${show(booked)} is booked here as refunded.`
    case 'record_without_refund':
      return `${show(booked)} is booked here as refunded; ${processor} refunded ${show(observed)}.`
    case 'mismatch':
      return `${processor} reports something different from our request. Nothing was recorded in your books.`
    case 'late_charge':
      return `${processor} charged ${show(observed)} after we had recorded the payment as failed. We booked it. Check that the customer didn’t pay twice.`
    case 'no_outcome':
      return `${processor} hasn’t confirmed this payment. Look it up there before releasing it here.`
    case 'refund_after_return':
      return `${show(observed)} was refunded after the payment was returned. Recover it from the customer.`
    case 'event_unhandled':
      return `We couldn’t process an update from ${processor} for three days.`
    case 'card_testing':
      return 'Most new cards were declined within an hour, so someone may be testing stolen cards. We accept no new cards for an hour. Other payment methods still work.'
  }
}
