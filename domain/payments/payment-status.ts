import { msg } from '../languages/msg.ts'

export const PAYMENT_STATUSES = [
  'waiting',
  'preauth',
  'confirmed',
  'rejected',
  'refunded',
  'error',
  'input',
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export const PAYMENT_TYPES = ['credit_card', 'e_check', 'paypal'] as const
export type PaymentType = (typeof PAYMENT_TYPES)[number]

/** The legal moves. `rejected` and `refunded` are final; a part-refunded payment stays `confirmed`. */
export const PAYMENT_MOVES: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  input: ['waiting', 'preauth', 'confirmed', 'rejected', 'error'],
  waiting: ['preauth', 'confirmed', 'rejected', 'error'],
  preauth: ['confirmed', 'rejected', 'error'],
  confirmed: ['refunded', 'rejected'],
  error: ['input', 'rejected'],
  rejected: [],
  refunded: [],
}

/** True when a payment may go from one status to another in the ordinary course. */
export function canMovePayment(from: PaymentStatus, to: PaymentStatus): boolean {
  return PAYMENT_MOVES[from].includes(to)
}

/**
 * True when the reconciler may move a payment after asking the processor what happened: every ordinary move,
 * and from `error` to the status that the processor reports.
 */
export function canReconcilePayment(from: PaymentStatus, to: PaymentStatus): boolean {
  return canMovePayment(from, to) || (from === 'error' && to !== 'error')
}

/** True while the payment's outcome is open, so that it is counted against what remains. */
export function isInFlight(status: PaymentStatus): boolean {
  return status === 'input' || status === 'waiting' || status === 'preauth'
}

/** `status_display` of a payment. */
export const PAYMENT_STATUS_TEXTS: Readonly<Record<PaymentStatus, string>> = {
  waiting: msg('Pending'),
  preauth: msg('Authorized'),
  confirmed: msg('Confirmed'),
  rejected: msg('Rejected'),
  refunded: msg('Refunded'),
  error: msg('Needs review'),
  input: msg('Not finished'),
}

/** `type_display` of a payment. */
export const PAYMENT_TYPE_TEXTS: Readonly<Record<PaymentType, string>> = {
  credit_card: msg('Credit card'),
  e_check: msg('E-check'),
  paypal: 'PayPal',
}

export function paymentStatusText(status: PaymentStatus): string {
  return PAYMENT_STATUS_TEXTS[status]
}

export function paymentTypeText(type: PaymentType): string {
  return PAYMENT_TYPE_TEXTS[type]
}
