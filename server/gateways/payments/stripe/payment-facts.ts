import type Stripe from 'stripe'
import { msg } from '../../../../domain/languages/msg.ts'
import type { PaymentStatus } from '../../../../domain/payments/payment-status.ts'
import type { DisputeFacts, Money, NextStep, ProcessorPayment, ProcessorReason } from '../port.ts'
import { bankFailureText, declineText } from './decline-texts.ts'
import { factsOfCharge, factsOfMethod, isBankCharge } from './method-facts.ts'

/** Objects that a PaymentIntent is read with, so that one call tells everything but disputes. */
export const EXPANDED = ['latest_charge', 'payment_method'] as const

/** Marks an intent that was charged while its payer was absent. */
export const ABSENT = { payer_absent: 'yes' } as const

type Intent = Stripe.PaymentIntent

/** True when the payer's bank asked about the payment, so that its dispute has to be read. */
export const isDisputed = (intent: Intent): boolean => chargeOf(intent)?.disputed === true

/**
 * Returns what Stripe says of a payment. The amounts are in the currency's minor unit on both sides. `dispute`: the latest one, of
 * a payment that is disputed.
 */
export function paymentOf(intent: Intent, dispute?: Stripe.Dispute): ProcessorPayment {
  const charge = chargeOf(intent)
  const isWithdrawn = isDisputed(intent) && !(dispute && KEPT.has(dispute.status))
  const part = isWithdrawn ? disputedPart(intent, charge, dispute) : 0
  const takenBack = isWithdrawn && part === 0
  const money = (minor: number): Money => ({ minor: BigInt(minor), currency: intent.currency.toUpperCase() })
  const status = statusOf(intent, charge, takenBack)
  return {
    providerRef: intent.id,
    ourId: intent.metadata.payment_id ?? null,
    recipient: null,
    status,
    amount: money(intent.amount),
    captured: money(intent.amount_received),
    refunded: money((charge?.amount_refunded ?? 0) + part),
    reason: status === 'rejected' ? reasonOf(intent, charge, takenBack) : null,
    method: (charge && factsOfCharge(charge)) ?? methodOf(intent),
    storedToken: storedTokenOf(intent, status),
    next: status === 'input' ? nextOf(intent) : null,
    ...(dispute && { dispute: disputeOf(dispute) }),
    updatedAt: new Date((charge?.created ?? intent.created) * 1000).toISOString(),
  }
}

/** Amount of a dispute about less than the payment, which keeps the rest; zero for a dispute of all that is left. */
function disputedPart(intent: Intent, charge: Stripe.Charge | null, dispute?: Stripe.Dispute): number {
  const left = intent.amount_received - (charge?.amount_refunded ?? 0)
  return dispute && dispute.currency === intent.currency && dispute.amount < left ? dispute.amount : 0
}

function disputeOf({ status, reason, evidence_details }: Stripe.Dispute): DisputeFacts {
  const { due_by: dueBy } = evidence_details
  const isOpen = status === 'needs_response' || status === 'warning_needs_response'
  return {
    reason,
    status: isOpen
      ? 'needs_response'
      : status === 'won' || status === 'warning_closed' || status === 'prevented'
        ? 'won'
        : status === 'lost'
          ? 'lost'
          : 'under_review',
    isInquiry: status.startsWith('warning_'),
    dueBy: isOpen && dueBy !== null ? new Date(dueBy * 1000).toISOString() : null,
  }
}

const chargeOf = ({ latest_charge: charge }: Intent): Stripe.Charge | null =>
  charge !== null && typeof charge === 'object' ? charge : null

const idOf = (value: string | { id: string } | null): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)

/** Names the method before a charge exists, such as a bank account that is still verified. */
const methodOf = ({ payment_method: method }: Intent) =>
  method !== null && typeof method === 'object' ? factsOfMethod(method) : null

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
      return intent.last_payment_error && !awaitsAbsentPayer(intent) ? 'rejected' : 'input'
    default:
      return 'input'
  }
}

/** The bank wants its customer, who was absent. The same intent can still be confirmed with the same method. */
export const awaitsAbsentPayer = ({ status, metadata, last_payment_error: error }: Intent): boolean =>
  status === 'requires_payment_method' &&
  metadata.payer_absent === ABSENT.payer_absent &&
  (error?.code === 'authentication_required' || error?.decline_code === 'authentication_required')

/** States of a dispute in which the money stays: an inquiry, or a dispute that was won. */
const KEPT: ReadonlySet<string> = new Set([
  'won',
  'warning_closed',
  'warning_needs_response',
  'warning_under_review',
  'prevented',
])

function reasonOf(intent: Intent, charge: Stripe.Charge | null, takenBack: boolean): ProcessorReason {
  const isBank = charge !== null && isBankCharge(charge)
  if (takenBack)
    return isBank
      ? { kind: 'returned', code: 'debit_disputed', message: bankFailureText('debit_not_authorized') }
      : { kind: 'disputed', code: 'disputed', message: msg('The cardholder disputed the payment.') }
  if (intent.status === 'canceled') return cancellationOf(intent)
  const error = intent.last_payment_error
  const code = error?.decline_code ?? error?.code ?? 'declined'
  return isBank
    ? { kind: 'returned', code, message: bankFailureText(code) }
    : { kind: 'declined', code, message: declineText(code) }
}

function cancellationOf({ cancellation_reason: reason, metadata }: Intent): ProcessorReason {
  if (reason === 'automatic')
    return { kind: 'expired', code: 'expired', message: msg('The authorization expired.') }
  if (metadata.payer_absent === ABSENT.payer_absent)
    return {
      kind: 'expired',
      code: 'authentication_required',
      message: msg('The bank’s customer did not confirm this payment.'),
    }
  return { kind: 'voided', code: 'voided', message: msg('The payment was canceled.') }
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
  if (awaitsAbsentPayer(intent))
    return { kind: 'authentication', text: msg('Your bank asks you to confirm this payment.') }
  const deposits = intent.next_action?.verify_with_microdeposits
  if (deposits) return verifyStep(deposits.hosted_verification_url)
  return {
    kind: 'client_secret',
    text: msg('Your bank asks you to confirm this payment.'),
    ...(intent.client_secret !== null && { data: intent.client_secret }),
  }
}

/** The account is verified by small deposits, on a page of Stripe's. */
const verifyStep = (url: string): NextStep => ({
  kind: 'verify_account',
  text: msg(
    'Within two business days a small deposit reaches your bank account. Its description has a code that begins with SM. Enter the code to send the payment.',
  ),
  url,
})

export interface TokenParts {
  readonly customer: string
  readonly method: string
}

/** Returns the parts of a stored method's token. */
export function readToken(token: string): TokenParts {
  const [customer = '', method = ''] = token.split('/')
  return { customer, method }
}
