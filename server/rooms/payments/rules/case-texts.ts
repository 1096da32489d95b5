import type { CaseKind } from '../../../../contract/payments/payment-cases.ts'
import { displayAmount } from '../../../../domain/money/money.ts'
import type { Money } from '../../../gateways/payments/port.ts'

export const CASE_TEXTS: Readonly<Record<CaseKind, string>> = {
  charge_without_payment: 'Charge without a payment',
  payment_without_charge: 'Payment without a charge',
  amount: 'Different amounts',
  currency: 'Different currencies',
  refund_without_record: 'Refund that is not booked',
  record_without_refund: 'Booked refund that was not made',
  mismatch: 'Answer that does not match',
  late_charge: 'Charged after it was given up',
  no_outcome: 'Payment without an outcome',
  refund_after_return: 'Refund of a returned payment',
  event_unhandled: 'Event that could not be handled',
  card_testing: 'Cards tried out',
}

const show = (money: Money | null): string =>
  money === null ? 'nothing' : displayAmount(money.minor, money.currency)

/** One sentence about the difference. `provider`: the processor's name. */
export function caseDetail(
  kind: CaseKind,
  provider: string,
  booked: Money | null,
  observed: Money | null,
): string {
  switch (kind) {
    case 'charge_without_payment':
      return `${provider} took ${show(observed)}, which is not booked here.`
    case 'payment_without_charge':
      return `${show(booked)} is booked here, but ${provider} does not hold it.`
    case 'amount':
    case 'currency':
      return `${provider} took ${show(observed)}; ${show(booked)} is booked here.`
    case 'refund_without_record':
      return `${provider} gave back ${show(observed)}; ${show(booked)} is booked here as refunded.`
    case 'record_without_refund':
      return `${show(booked)} is booked here as refunded; ${provider} gave back ${show(observed)}.`
    case 'mismatch':
      return `What ${provider} reports is not what was asked for. Nothing was booked.`
    case 'late_charge':
      return `${provider} charged ${show(observed)} after the payment was given up. It is booked; check that the customer did not pay twice.`
    case 'no_outcome':
      return `${provider} has not said what became of this payment. Look it up there before you release it here.`
    case 'refund_after_return':
      return `${show(observed)} was refunded after the payment had been returned. Recover it from the customer.`
    case 'event_unhandled':
      return `An event of ${provider} could not be handled for three days.`
    case 'card_testing':
      return 'Most new cards were declined within an hour: somebody may be trying out stolen ones. New cards are not taken until an hour after; all other ways to pay stay open.'
  }
}
