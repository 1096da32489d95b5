import type { AccountState } from '../state/account-state.ts'
import type { PaymentMethod, SetupIntent } from '../state/wire-types.ts'
import type { World } from '../state/world.ts'
import type { Call } from '../wire/call.ts'
import { invalidRequest, missingParameter, StripeError } from '../wire/stripe-error.ts'
import { checkMethod, needsDeposits } from './confirm-payment-intent.ts'
import { createPaymentMethod, resolvePaymentMethod } from './create-payment-method.ts'
import type { Decline } from './instruments.ts'
import { keepPaymentMethod } from './keep-payment-method.ts'
import { grantMandate } from './mandates.ts'
import { askForMicrodeposits, chooseNextAction } from './next-actions.ts'

interface Setup {
  readonly world: World
  readonly state: AccountState
  readonly intent: SetupIntent
  readonly method: PaymentMethod
}

/** Confirms the storing of a method. Throws the error of a declined card. */
export function confirmSetupIntent(call: Call, intent: SetupIntent): void {
  const { world, state, params } = call
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw invalidRequest(`You cannot confirm this SetupIntent because it has a status of ${intent.status}.`, {
      code: 'setup_intent_unexpected_state',
      setup_intent: structuredClone(intent),
    })
  const method = chooseMethod(call, intent)
  checkMethod(state, intent, method)
  const instrument = state.instruments.get(method.id)!
  if (method.type === 'us_bank_account' && instrument.mandate === null && !params.has('mandate_data'))
    throw missingParameter('mandate_data')
  intent.payment_method = method.id
  intent.last_setup_error = null
  const setup = { world, state, intent, method }
  if (method.type === 'us_bank_account') {
    instrument.mandate ??= grantMandate(world, state, method)
    intent.mandate = instrument.mandate
    if (!instrument.verified && needsDeposits(intent)) {
      requireAction(setup, askForMicrodeposits(world, intent.id))
      return
    }
    if (
      !instrument.verified &&
      intent.payment_method_options.us_bank_account?.verification_method === 'instant'
    )
      throw invalidRequest('This bank account could not be verified instantly.', {
        code: 'payment_method_bank_account_unverified',
        param: 'payment_method',
      })
    instrument.verified = true
  }
  if (instrument.decline && !instrument.canAttach) throw declineSetup(setup, instrument.decline)
  if (instrument.challenge)
    requireAction(setup, chooseNextAction(call, intent.id, params.text('return_url') ?? null))
  else completeSetup(setup)
}

/** Stores the method for later payments. */
export function completeSetup({ world, state, intent, method }: Setup): void {
  intent.status = 'succeeded'
  intent.next_action = null
  keepPaymentMethod(world, state, method, intent.customer, 'off_session')
  world.emit(state, 'setup_intent.succeeded', intent)
}

function requireAction({ world, state, intent }: Setup, action: Record<string, unknown>): void {
  intent.status = 'requires_action'
  intent.next_action = action
  world.emit(state, 'setup_intent.requires_action', intent)
}

function declineSetup({ world, state, intent, method }: Setup, decline: Decline): StripeError {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.last_setup_error = { type: 'card_error', ...decline, payment_method: structuredClone(method) }
  world.emit(state, 'setup_intent.setup_failed', intent)
  return new StripeError(402, { ...decline, type: 'card_error', setup_intent: structuredClone(intent) })
}

function chooseMethod(call: Call, intent: SetupIntent): PaymentMethod {
  const { world, state, params } = call
  if (params.has('payment_method_data'))
    return createPaymentMethod(call, params.nested('payment_method_data'))
  const id = params.text('payment_method') ?? intent.payment_method
  if (id === null || id === '') throw missingParameter('payment_method')
  return resolvePaymentMethod(world, state, id)
}
