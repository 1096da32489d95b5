import Stripe from 'stripe'
import { msg } from '../../../../domain/languages/msg.ts'
import { failed, type Outcome, type ProcessorError, succeeded } from '../port.ts'
import { isUnreached } from '../unreached.ts'
import { declineText } from './decline-texts.ts'

/** Codes of refusals because of the object's state. */
const WRONG_STATE = new Set([
  'payment_intent_unexpected_state',
  'charge_already_refunded',
  'charge_already_captured',
  'charge_disputed',
  'charge_expired_for_capture',
  'capture_charge_authorization_expired',
  'refund_disputed_payment',
])
/** Codes that tell that the business itself can't be paid now. */
const NOT_CONNECTED = new Set(['account_invalid', 'account_closed', 'platform_account_required'])
/** The object is unknown, or a card that was removed from its customer. */
const GONE = new Set(['resource_missing', 'payment_method_unexpected_state'])

/**
 * Runs a call of Stripe and translates its errors. `write`: the call may have had an effect when its answer is lost. A 5xx
 * answer of a write counts as lost too, as Stripe may have acted before it failed.
 */
export async function callStripe<T>(kind: 'read' | 'write', call: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return succeeded(await call())
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return failed(translate(error, kind))
    throw error
  }
}

function translate(error: Stripe.errors.StripeError, kind: 'read' | 'write'): ProcessorError {
  const code = error.code ?? error.rawType ?? error.type
  const raw = { type: error.type, code: error.code ?? null, request: error.requestId ?? null }
  const failure = (as: ProcessorError['kind'], more: Partial<ProcessorError> = {}): ProcessorError => ({
    kind: as,
    code,
    raw,
    ...more,
  })
  if (error instanceof Stripe.errors.StripeCardError) {
    const reason = error.decline_code ?? code
    return failure('declined', {
      code: reason,
      userMessage: declineText(reason),
      ...(error.payment_intent && { providerRef: error.payment_intent.id }),
    })
  }
  if (error instanceof Stripe.errors.StripeRateLimitError) {
    const after = Number(error.headers?.['retry-after'])
    return failure('rate_limited', after > 0 ? { retryAfterMs: after * 1000 } : {})
  }
  if (error instanceof Stripe.errors.StripeAuthenticationError) return failure('auth')
  // A key that lacks a right is a fault of this installation; the business is still connected.
  if (error instanceof Stripe.errors.StripePermissionError)
    return failure(NOT_CONNECTED.has(code) ? 'not_connected' : 'auth')
  if (error instanceof Stripe.errors.StripeIdempotencyError || error.statusCode === 409)
    return failure('conflict')
  if (error instanceof Stripe.errors.StripeConnectionError) {
    const { detail } = error as { detail?: { code?: string } }
    return failure(kind === 'read' || isUnreached(detail?.code) ? 'unavailable' : 'unknown_outcome')
  }
  if (error instanceof Stripe.errors.StripeInvalidGrantError) return failure('invalid')
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return failure(...refusalOf(error, code))
  return failure(kind === 'read' ? 'unavailable' : 'unknown_outcome')
}

function refusalOf(
  { statusCode }: Stripe.errors.StripeError,
  code: string,
): [ProcessorError['kind'], Partial<ProcessorError>?] {
  if (NOT_CONNECTED.has(code)) return ['not_connected']
  if (WRONG_STATE.has(code)) return ['wrong_state']
  if (statusCode === 404 || GONE.has(code)) return ['not_found']
  if (code === 'amount_too_small')
    return [
      'invalid',
      {
        fields: {
          amount: [
            msg('This amount is too small to be paid this way. Pay a larger amount, or pay another way.'),
          ],
        },
      },
    ]
  if (code === 'amount_too_large')
    return [
      'invalid',
      {
        fields: {
          amount: [
            msg('This amount is too large to be paid this way. Pay a part of it, or pay another way.'),
          ],
        },
      },
    ]
  return [
    'invalid',
    { userMessage: msg('The payment processor can’t take this payment. Please contact the company.') },
  ]
}
