import { KNOWN_TYPES } from '../rules/build-payment-intent.ts'
import { clientSecretOf } from '../rules/confirm-payment-intent.ts'
import { confirmSetupIntent } from '../rules/confirm-setup-intent.ts'
import { resolvePaymentMethod } from '../rules/create-payment-method.ts'
import { verifyMicrodeposits } from '../rules/verify-microdeposits.ts'
import { newId } from '../state/ids.ts'
import type { SetupIntent } from '../state/wire-types.ts'
import type { Call, Route } from '../wire/call.ts'
import { readMetadata } from '../wire/parameters.ts'
import { invalidRequest } from '../wire/stripe-error.ts'
import { requireClientSecret } from './client-secrets.ts'

const CONFIRMING = [
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'mandate_data',
  'return_url',
  'use_stripe_sdk',
  'client_secret',
]

function createSetupIntent(call: Call): object {
  const { world, state, params } = call
  params.allow(
    'allowed_payment_method_types',
    'automatic_payment_methods',
    'confirm',
    'customer',
    'description',
    'metadata',
    'usage',
    ...CONFIRMING,
  )
  const intent = buildSetupIntent(call)
  const method = params.text('payment_method')
  if (method !== undefined) {
    intent.payment_method = resolvePaymentMethod(world, state, method).id
    intent.status = 'requires_confirmation'
  }
  state.add('seti', intent)
  world.emit(state, 'setup_intent.created', intent)
  if (params.flag('confirm')) confirmSetupIntent(call, intent)
  return intent
}

function buildSetupIntent({ world, state, params }: Call): SetupIntent {
  const id = newId('seti')
  const customer = params.text('customer') || null
  if (customer !== null) state.get('cus', customer, 'customer')
  const allowed = params.has('allowed_payment_method_types')
    ? params.list('allowed_payment_method_types')
    : null
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: allowed,
    application: state === world.platform ? null : world.clientId,
    automatic_payment_methods: allowed === null ? { enabled: true, allow_redirects: 'always' } : null,
    cancellation_reason: null,
    client_secret: clientSecretOf(id),
    created: world.now,
    customer,
    customer_account: null,
    description: params.text('description') ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: readMetadata(params),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: readOptions({ params }),
    payment_method_types: allowed ?? KNOWN_TYPES,
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: params.oneOf('usage', ['off_session', 'on_session']) ?? 'off_session',
  }
}

const readOptions = ({ params }: Pick<Call, 'params'>): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    Object.keys(params.nested('payment_method_options').values).map((type) => [
      type,
      { ...params.nested('payment_method_options').nested(type).values },
    ]),
  )

function retrieve(call: Call): SetupIntent {
  const intent = call.state.get('seti', call.id, 'intent')
  requireClientSecret(call, intent)
  return intent
}

function confirm(call: Call): object {
  call.params.allow(...CONFIRMING)
  const intent = retrieve(call)
  if (call.params.has('payment_method_options'))
    intent.payment_method_options = { ...intent.payment_method_options, ...readOptions(call) }
  confirmSetupIntent(call, intent)
  return intent
}

function cancel(call: Call): object {
  call.params.allow('cancellation_reason')
  const intent = retrieve(call)
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw invalidRequest(`You cannot cancel this SetupIntent because it has a status of ${intent.status}.`, {
      code: 'setup_intent_unexpected_state',
    })
  intent.status = 'canceled'
  call.world.emit(call.state, 'setup_intent.canceled', intent)
  return intent
}

function verify(call: Call): object {
  const intent = retrieve(call)
  verifyMicrodeposits(call, intent)
  return intent
}

export const setupIntentRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/setup_intents', handle: createSetupIntent },
  { method: 'GET', path: '/v1/setup_intents/:id', browser: true, handle: retrieve },
  { method: 'POST', path: '/v1/setup_intents/:id/confirm', browser: true, handle: confirm },
  { method: 'POST', path: '/v1/setup_intents/:id/cancel', handle: cancel },
  { method: 'POST', path: '/v1/setup_intents/:id/verify_microdeposits', browser: true, handle: verify },
]
