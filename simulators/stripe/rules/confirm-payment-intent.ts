import type { AccountState } from '../state/account-state.ts'
import { newId } from '../state/ids.ts'
import type { PaymentIntent, PaymentMethod, SetupIntent } from '../state/wire-types.ts'
import type { World } from '../state/world.ts'
import type { Call } from '../wire/call.ts'
import { invalidRequest, missingParameter } from '../wire/stripe-error.ts'
import { chargePayment, refuseWithoutAuthentication } from './charge-payment.ts'
import { createPaymentMethod, resolvePaymentMethod } from './create-payment-method.ts'
import { grantMandate } from './mandates.ts'
import { askForMicrodeposits, chooseNextAction } from './next-actions.ts'

const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/** A confirmation that passed every check and changed nothing yet. */
export interface Confirmation {
  readonly method: PaymentMethod
  readonly offSession: boolean
  readonly returnUrl: string | null
}

/** Checks a confirmation of `intent` with the call's parameters. */
export function checkConfirmation(call: Call, intent: PaymentIntent): Confirmation {
  const { state, params } = call
  if (!CONFIRMABLE.includes(intent.status))
    throw unexpectedState(
      intent,
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
    )
  if (!state.account.charges_enabled)
    throw invalidRequest(
      'Your account cannot currently make charges. Please finish its setup in the Stripe Dashboard.',
    )
  const method = chooseMethod(call, intent)
  const returnUrl = params.text('return_url') ?? null
  checkMethod(state, intent, method)
  const automatic = intent.automatic_payment_methods
  if (!call.publishable && returnUrl === null && automatic?.enabled && automatic.allow_redirects !== 'never')
    throw invalidRequest(
      'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`.',
      { param: 'return_url' },
    )
  const instrument = state.instruments.get(method.id)!
  if (method.type === 'us_bank_account' && instrument.mandate === null && !params.has('mandate_data'))
    throw missingParameter('mandate_data')
  const offSession = params.text('off_session')
  return { method, offSession: offSession !== undefined && offSession !== 'false', returnUrl }
}

/** Confirms an intent. Throws the error of a declined card. */
export function confirmPaymentIntent(call: Call, intent: PaymentIntent, confirmation: Confirmation): void {
  const { world, state } = call
  const { method, offSession } = confirmation
  const payment = { world, state, intent, method }
  const instrument = state.instruments.get(method.id)!
  intent.payment_method = method.id
  if (method.type === 'us_bank_account') {
    instrument.mandate ??= grantMandate(world, state, method)
    if (!instrument.verified && needsDeposits(intent)) {
      requireAction(world, state, intent, askForMicrodeposits(world, intent.id))
      return
    }
    instrument.verified = true
  }
  const needsChallenge =
    instrument.challenge === 'always' || (instrument.challenge === 'unlessSetUp' && !instrument.setUp)
  if (needsChallenge && offSession) throw refuseWithoutAuthentication(payment)
  if (needsChallenge) {
    requireAction(world, state, intent, chooseNextAction(call, intent.id, confirmation.returnUrl))
    return
  }
  chargePayment(payment, false)
}

function requireAction(
  world: World,
  state: AccountState,
  intent: PaymentIntent,
  action: Record<string, unknown>,
): void {
  intent.status = 'requires_action'
  intent.next_action = action
  world.emit(state, 'payment_intent.requires_action', intent)
}

/** An account that its bank has not vouched for is verified by deposits, unless the platform asks for instant verification only. */
export const needsDeposits = (intent: PaymentIntent | SetupIntent): boolean => {
  const method = intent.payment_method_options.us_bank_account?.verification_method
  return method === 'microdeposits' || method === 'automatic'
}

/** Returns the method that the call names, or the intent's own. */
function chooseMethod(call: Call, intent: PaymentIntent): PaymentMethod {
  const { world, state, params } = call
  if (params.has('payment_method_data'))
    return createPaymentMethod(call, params.nested('payment_method_data'))
  const id = params.text('payment_method') ?? intent.payment_method
  if (id === null || id === '')
    throw unexpectedState(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    )
  return resolvePaymentMethod(world, state, id)
}

/** Refuses a method of the wrong type, of another customer, or one that was used up. */
export function checkMethod(
  state: AccountState,
  intent: { readonly customer: string | null; readonly payment_method_types: readonly string[] },
  method: PaymentMethod,
): void {
  const param = 'payment_method'
  if (!intent.payment_method_types.includes(method.type))
    throw invalidRequest(
      `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent. Please attach a payment method of one of the following types: ${intent.payment_method_types.join(', ')}.`,
      { param },
    )
  if (method.customer !== null && intent.customer === null)
    throw invalidRequest(
      'The provided PaymentMethod belongs to a Customer. Please include the Customer in the `customer` parameter on the PaymentIntent.',
      { param },
    )
  if (method.customer !== null && method.customer !== intent.customer)
    throw invalidRequest('The provided PaymentMethod belongs to another Customer.', { param })
  if (state.instruments.get(method.id)?.used && method.customer === null)
    throw invalidRequest(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again.',
      { param, code: 'payment_method_unexpected_state' },
    )
}

/** Refuses an operation that the intent's status doesn't allow. */
export const unexpectedState = (intent: PaymentIntent, message: string) =>
  invalidRequest(message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: structuredClone(intent),
  })

/** Client secret of an intent: its id and a random part. */
export const clientSecretOf = (id: string): string => `${id}_secret_${newId('x').slice(2)}`
