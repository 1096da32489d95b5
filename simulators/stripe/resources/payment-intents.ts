import { buildPaymentIntent, updatePaymentIntent } from '../rules/build-payment-intent.ts'
import { captureFunds, releaseFunds } from '../rules/charge-payment.ts'
import {
  checkConfirmation,
  checkMethod,
  confirmPaymentIntent,
  unexpectedState,
} from '../rules/confirm-payment-intent.ts'
import { resolvePaymentMethod } from '../rules/create-payment-method.ts'
import { verifyMicrodeposits } from '../rules/verify-microdeposits.ts'
import type { PaymentIntent } from '../state/wire-types.ts'
import { listPage } from '../wire/answer-shapes.ts'
import type { Call, Route } from '../wire/call.ts'
import { searchPage } from '../wire/search.ts'
import { invalidRequest } from '../wire/stripe-error.ts'
import { requireClientSecret } from './client-secrets.ts'

const SHARED = [
  'allowed_payment_method_types',
  'amount_details',
  'application_fee_amount',
  'capture_method',
  'customer',
  'description',
  'metadata',
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'statement_descriptor',
  'statement_descriptor_suffix',
]
const CONFIRMING = [
  'mandate_data',
  'off_session',
  'return_url',
  'use_stripe_sdk',
  'error_on_requires_action',
  'client_secret',
]

function createPaymentIntent(call: Call): object {
  const { world, state, params } = call
  params.allow(
    'amount',
    'currency',
    'automatic_payment_methods',
    'confirm',
    'confirmation_method',
    ...SHARED,
    ...CONFIRMING,
  )
  const intent = buildPaymentIntent(call)
  if (!params.flag('confirm')) {
    chooseMethodOf(call, intent)
    state.add('pi', intent)
    world.emit(state, 'payment_intent.created', intent)
    return intent
  }
  const confirmation = checkConfirmation(call, intent)
  state.add('pi', intent)
  world.emit(state, 'payment_intent.created', intent)
  confirmPaymentIntent(call, intent, confirmation)
  return intent
}

/** Sets the method that a creation or update names; the intent can then be confirmed. */
function chooseMethodOf({ world, state, params }: Call, intent: PaymentIntent): void {
  const id = params.text('payment_method')
  if (id === undefined || id === '') return
  const method = resolvePaymentMethod(world, state, id)
  checkMethod(state, intent, method)
  intent.payment_method = method.id
  intent.status = 'requires_confirmation'
}

const UPDATABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action']

function changePaymentIntent(call: Call): object {
  const { state, params, id } = call
  params.allow('amount', 'currency', ...SHARED)
  const intent = state.get('pi', id, 'intent')
  const changesMoney = params.has('amount') || params.has('currency') || params.has('payment_method')
  if (changesMoney && !UPDATABLE.includes(intent.status))
    throw unexpectedState(
      intent,
      `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}.`,
    )
  const before = structuredClone(intent)
  try {
    updatePaymentIntent(state, params, intent)
    chooseMethodOf(call, intent)
  } catch (error) {
    Object.assign(intent, before)
    throw error
  }
  return intent
}

function confirm(call: Call): object {
  const { state, params, id } = call
  params.allow(...SHARED, ...CONFIRMING)
  const intent = state.get('pi', id, 'intent')
  requireClientSecret(call, intent)
  const before = structuredClone(intent)
  try {
    if (!call.publishable) updatePaymentIntent(state, params, intent)
    else updateFromBrowser(call, intent)
    confirmPaymentIntent(call, intent, checkConfirmation(call, intent))
  } catch (error) {
    // A refused confirmation changes nothing; a declined one has its own state.
    if (intent.latest_charge === before.latest_charge) Object.assign(intent, before)
    throw error
  }
  return intent
}

/** A browser may choose how it pays and whether the method is kept, never how much. */
function updateFromBrowser({ state, params }: Call, intent: PaymentIntent): void {
  const forbidden = [
    'allowed_payment_method_types',
    'application_fee_amount',
    'customer',
    'metadata',
    'description',
  ]
  const found = forbidden.find((name) => params.has(name))
  if (found !== undefined)
    throw invalidRequest(`The parameter ${found} cannot be used with a publishable key.`, { param: found })
  updatePaymentIntent(state, params, intent)
}

function capture({ world, state, params, id }: Call): object {
  params.allow(
    'amount_to_capture',
    'application_fee_amount',
    'final_capture',
    'metadata',
    'statement_descriptor',
    'statement_descriptor_suffix',
  )
  const intent = state.get('pi', id, 'intent')
  if (intent.status !== 'requires_capture')
    throw unexpectedState(
      intent,
      `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
    )
  const amount = params.integer('amount_to_capture') ?? intent.amount_capturable
  if (amount > intent.amount_capturable)
    throw invalidRequest(
      'The requested capture amount is greater than the amount you can capture for this charge.',
      {
        code: 'amount_too_large',
        param: 'amount_to_capture',
      },
    )
  if (amount < 1) throw invalidRequest('Invalid positive integer', { param: 'amount_to_capture' })
  captureFunds(world, state, intent, amount)
  return intent
}

function cancel({ world, state, params, id }: Call): object {
  params.allow('cancellation_reason')
  const intent = state.get('pi', id, 'intent')
  if (intent.status === 'canceled' || intent.status === 'succeeded' || intent.status === 'processing')
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
    )
  if (intent.status === 'requires_capture') releaseFunds(world, state, intent)
  intent.status = 'canceled'
  intent.canceled_at = world.now
  intent.next_action = null
  intent.cancellation_reason =
    params.oneOf('cancellation_reason', ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']) ??
    null
  world.emit(state, 'payment_intent.canceled', intent)
  return intent
}

function retrieve(call: Call): object {
  const intent = call.state.get('pi', call.id, 'intent')
  requireClientSecret(call, intent)
  return intent
}

function list(call: Call): object {
  const customer = call.params.text('customer')
  const all = call.state.all('pi').filter((intent) => customer === undefined || intent.customer === customer)
  return listPage(call, '/v1/payment_intents', all, ['customer'])
}

export const paymentIntentRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/payment_intents', handle: createPaymentIntent },
  { method: 'GET', path: '/v1/payment_intents', handle: list },
  {
    method: 'GET',
    path: '/v1/payment_intents/search',
    handle: (call) => searchPage(call, '/v1/payment_intents/search', call.state.all('pi')),
  },
  { method: 'GET', path: '/v1/payment_intents/:id', browser: true, handle: retrieve },
  { method: 'POST', path: '/v1/payment_intents/:id', handle: changePaymentIntent },
  { method: 'POST', path: '/v1/payment_intents/:id/confirm', browser: true, handle: confirm },
  { method: 'POST', path: '/v1/payment_intents/:id/capture', handle: capture },
  { method: 'POST', path: '/v1/payment_intents/:id/cancel', handle: cancel },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/verify_microdeposits',
    browser: true,
    handle(call) {
      const intent = call.state.get('pi', call.id, 'intent')
      requireClientSecret(call, intent)
      verifyMicrodeposits(call, intent)
      return intent
    },
  },
]
