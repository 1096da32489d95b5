import { MANUAL_TYPES } from '../../../../domain/manual-payment.ts'
import { type PaymentStatus, type PaymentType, paymentTypeText } from '../../../../domain/payment-status.ts'
import type { AnyPaymentType, ManualType } from '../tables.ts'

export const isManual = (type: AnyPaymentType): type is ManualType => Object.hasOwn(MANUAL_TYPES, type)

/** 'Credit card', 'Bank transfer' */
export const typeText = (type: AnyPaymentType): string =>
  isManual(type) ? MANUAL_TYPES[type] : paymentTypeText(type)

/** 'Visa •••• 4242'; the type alone where nothing more is known. */
export function methodText(type: AnyPaymentType, brand: string, last4: string): string {
  if (last4 === '') return brand === '' ? typeText(type) : brand
  return `${brand === '' ? typeText(type) : brand} •••• ${last4}`
}

/** 'Credit card surcharge' on a receipt. */
export const surchargeLabel = (type: AnyPaymentType): string =>
  type === 'e_check' ? 'E-check surcharge' : 'Credit card surcharge'

const MESSAGES: Record<Exclude<PaymentStatus, 'rejected' | 'waiting'>, string> = {
  confirmed: 'We have received your payment, thank you!',
  preauth: 'Your payment is authorized. It will be charged shortly.',
  refunded: 'This payment was refunded.',
  error: 'Your payment needs a look by the company. You will not be charged twice.',
  input: 'Your payment is being processed.',
}

/** One sentence for the payer on how their payment stands. */
export function payerMessage(payment: {
  status: PaymentStatus
  type: AnyPaymentType | PaymentType
  failure_message: string | null
  provider_ref: string | null
}): string {
  if (payment.status === 'rejected') return payment.failure_message ?? 'This payment did not go through.'
  if (payment.status !== 'waiting') return MESSAGES[payment.status]
  return payment.type === 'e_check' && payment.provider_ref !== null
    ? 'Your bank is clearing the payment. This takes a few business days.'
    : 'Your payment is being confirmed. There is nothing more for you to do.'
}
