import { msg } from '../../../../domain/languages/msg.ts'
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

const KINDS: Readonly<Record<PaymentType, string>> = {
  credit_card: 'card payment',
  e_check: 'e-check',
  paypal: 'PayPal payment',
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
): string {
  const what = `Your ${isManual(payment.type) ? 'payment' : KINDS[payment.type]} of ${amount}`
  switch (payment.status) {
    case 'waiting':
      return payment.type === 'e_check' && payment.provider_ref !== null
        ? `${what} is clearing. This takes a few business days.`
        : `${what} is being confirmed. You don’t need to do anything.`
    case 'preauth':
      return `${what} is authorized but not charged yet. The company will charge it later.`
    case 'error':
      return `${what} is being checked by the company. You won’t be charged twice.`
    case 'input':
      if (payment.next_step === null) return `${what} is being processed.`
      return payment.next_step.kind === 'challenge'
        ? `${what} isn’t finished. Your bank asks you to confirm it.`
        : `${what} was started and is not finished yet.`
    default:
      return ''
  }
}
