import type Stripe from 'stripe'
import type { PaymentStatus } from '../../../../domain/payments/payment-status.ts'
import type { MethodFacts, Money, NextStep, ProcessorPayment, ProcessorReason } from '../port.ts'
import { declineText } from './decline-texts.ts'

/** Objects that a PaymentIntent is read with, so that one call tells everything but disputes. */
export const EXPANDED = ['latest_charge'] as const

type Intent = Stripe.PaymentIntent

/** True when the payer's bank asked about the payment, so that its dispute has to be read. */
export const isDisputed = (intent: Intent): boolean => chargeOf(intent)?.disputed === true

/**
 * Returns what Stripe says of a payment. The amounts are in the currency's minor unit on both sides. `dispute`: the latest one, of
 * a payment that is disputed.
 */
export function paymentOf(intent: Intent, dispute?: Stripe.Dispute): ProcessorPayment {
  const charge = chargeOf(intent)
  const takenBack = isDisputed(intent) && !(dispute && KEPT.has(dispute.status))
  const money = (minor: number): Money => ({ minor: BigInt(minor), currency: intent.currency.toUpperCase() })
  const status = statusOf(intent, charge, takenBack)
  return {
    providerRef: intent.id,
    ourId: intent.metadata.payment_id ?? null,
    recipient: null,
    status,
    amount: money(intent.amount),
    captured: money(intent.amount_received),
    refunded: money(charge?.amount_refunded ?? 0),
    reason: status === 'rejected' ? reasonOf(intent, takenBack) : null,
    method: charge ? methodOf(charge) : null,
    storedToken: storedTokenOf(intent, status),
    next: status === 'input' ? nextOf(intent) : null,
    updatedAt: new Date((charge?.created ?? intent.created) * 1000).toISOString(),
  }
}

const chargeOf = ({ latest_charge: charge }: Intent): Stripe.Charge | null =>
  charge !== null && typeof charge === 'object' ? charge : null

const idOf = (value: string | { id: string } | null): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)

function statusOf(intent: Intent, charge: Stripe.Charge | null, takenBack: boolean): PaymentStatus {
  switch (intent.status) {
    case 'succeeded':
      if (takenBack) return 'rejected'
      return charge !== null && charge.amount_refunded >= intent.amount_received ? 'refunded' : 'confirmed'
    case 'processing':
      return 'waiting'
    case 'requires_capture':
      return 'preauth'
    case 'canceled':
      return 'rejected'
    case 'requires_payment_method':
      return intent.last_payment_error ? 'rejected' : 'input'
    default:
      return 'input'
  }
}

/** States of a dispute in which the money stays: an inquiry, or a dispute that was won. */
const KEPT: ReadonlySet<string> = new Set([
  'won',
  'warning_closed',
  'warning_needs_response',
  'warning_under_review',
  'prevented',
])

function reasonOf(intent: Intent, takenBack: boolean): ProcessorReason {
  if (takenBack)
    return { kind: 'disputed', code: 'disputed', message: 'The cardholder disputed the payment.' }
  if (intent.status === 'canceled')
    return intent.cancellation_reason === 'automatic'
      ? { kind: 'expired', code: 'expired', message: 'The authorization expired.' }
      : { kind: 'voided', code: 'voided', message: 'The payment was canceled.' }
  const error = intent.last_payment_error
  const code = error?.decline_code ?? error?.code ?? 'declined'
  return { kind: 'declined', code, message: declineText(code) }
}

const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

function methodOf({ payment_method_details: details }: Stripe.Charge): MethodFacts | null {
  const card = details?.card
  if (!card) return null
  return {
    type: 'credit_card',
    brand: BRANDS[card.brand ?? ''] ?? 'Card',
    last4: card.last4 ?? '',
    expirationYear: card.exp_year,
    expirationMonth: card.exp_month,
  }
}

/** A stored method is charged with the customer that it belongs to, so the token names both. */
function storedTokenOf(intent: Intent, status: PaymentStatus): string | null {
  const [customer, method] = [idOf(intent.customer), idOf(intent.payment_method)]
  const kept = status === 'confirmed' || status === 'waiting' || status === 'preauth'
  return kept && intent.setup_future_usage === 'off_session' && customer !== null && method !== null
    ? `${customer}/${method}`
    : null
}

function nextOf(intent: Intent): NextStep {
  return {
    kind: 'client_secret',
    text: 'Your bank asks you to confirm this payment.',
    ...(intent.client_secret !== null && { data: intent.client_secret }),
  }
}

export interface TokenParts {
  readonly customer: string
  readonly method: string
}

/** Returns the parts of a stored method's token. */
export function readToken(token: string): TokenParts {
  const [customer = '', method = ''] = token.split('/')
  return { customer, method }
}
