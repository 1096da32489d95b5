import { msg, type Text } from '../../../../domain/languages/msg.ts'
import { MANUAL_TYPES } from '../../../../domain/payments/manual-payment.ts'
import {
  type PaymentStatus,
  type PaymentType,
  paymentTypeText,
} from '../../../../domain/payments/payment-status.ts'
import type { AnyPaymentType, ManualType } from '../tables.ts'

export const isManual = (type: AnyPaymentType): type is ManualType => Object.hasOwn(MANUAL_TYPES, type)

/** 'Credit card', 'Bank transfer' */
export const typeText = (type: AnyPaymentType): string =>
  isManual(type) ? MANUAL_TYPES[type] : paymentTypeText(type)

/** 'Visa •••• 4242'; only the type when nothing more is known. */
export function methodText(type: AnyPaymentType, brand: string, last4: string): string {
  if (last4 === '') return brand === '' ? typeText(type) : brand
  return `${brand === '' ? typeText(type) : brand} •••• ${last4}`
}

const MESSAGES: Record<Exclude<PaymentStatus, 'rejected' | 'waiting'>, string> = {
  confirmed: msg('We have received your payment, thank you!'),
  preauth: msg('Your payment is authorized but not charged yet. The company will charge it later.'),
  refunded: msg('This payment was refunded.'),
  error: msg('The company is checking your payment. You won’t be charged twice.'),
  input: msg('Your payment is being processed.'),
}

/** One sentence for the payer about the state of their payment. */
export function payerMessage(payment: {
  status: PaymentStatus
  type: AnyPaymentType | PaymentType
  failure_message: string | null
  provider_ref: string | null
}): string {
  if (payment.status === 'rejected') return payment.failure_message ?? msg('This payment did not go through.')
  if (payment.status !== 'waiting') return MESSAGES[payment.status]
  return payment.type === 'e_check' && payment.provider_ref !== null
    ? msg('Your bank is clearing the payment. This takes a few business days.')
    : msg('Your payment is being confirmed. You don’t need to do anything.')
}

/** One sentence about an open payment: 'Your e-check of $50.00 is clearing. …'; '' for an ended one. */
export function underWayText(
  payment: {
    status: PaymentStatus
    type: AnyPaymentType
    provider_ref: string | null
    next_step: { kind: string } | null
  },
  amount: string,
): Text {
  const { status, next_step: next } = payment
  // One message for each kind: another language may need another form of the whole sentence.
  const type = isManual(payment.type) ? 'other' : payment.type
  if (status === 'waiting')
    return type === 'e_check' && payment.provider_ref !== null
      ? msg('Your e-check of {amount} is clearing. This takes a few business days.', { amount })
      : msg(
          'Your {type, select, credit_card {card payment} e_check {e-check} paypal {PayPal payment} other {payment}} of {amount} is being confirmed. You don’t need to do anything.',
          { type, amount },
        )
  if (status === 'preauth')
    return msg(
      'Your {type, select, credit_card {card payment} e_check {e-check} paypal {PayPal payment} other {payment}} of {amount} is authorized but not charged yet. The company will charge it later.',
      { type, amount },
    )
  if (status === 'error')
    return msg(
      'Your {type, select, credit_card {card payment} e_check {e-check} paypal {PayPal payment} other {payment}} of {amount} is being checked by the company. You won’t be charged twice.',
      { type, amount },
    )
  if (status !== 'input') return ''
  if (next === null)
    return msg(
      'Your {type, select, credit_card {card payment} e_check {e-check} paypal {PayPal payment} other {payment}} of {amount} is being processed.',
      { type, amount },
    )
  if (next.kind === 'verify_account')
    return msg(
      'Your e-check of {amount} isn’t finished. Verify your bank account with the code of a small deposit.',
      { amount },
    )
  return next.kind !== 'redirect' && next.kind !== 'of another payer'
    ? msg(
        'Your {type, select, credit_card {card payment} e_check {e-check} paypal {PayPal payment} other {payment}} of {amount} isn’t finished. Your bank asks you to confirm it.',
        { type, amount },
      )
    : msg(
        'Your {type, select, credit_card {card payment} e_check {e-check} paypal {PayPal payment} other {payment}} of {amount} was started and is not finished yet.',
        { type, amount },
      )
}
