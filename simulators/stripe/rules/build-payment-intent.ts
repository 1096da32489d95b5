import type { AccountState } from '../state/account-state.ts'
import { newId } from '../state/ids.ts'
import type { PaymentIntent } from '../state/wire-types.ts'
import type { Call } from '../wire/call.ts'
import { type Parameters, readMetadata } from '../wire/parameters.ts'
import { invalidRequest } from '../wire/stripe-error.ts'
import { clientSecretOf } from './confirm-payment-intent.ts'

const MINIMUM_MINOR: Readonly<Record<string, number>> = {
  gbp: 30,
  usd: 50,
  eur: 50,
  cad: 50,
  aud: 50,
  jpy: 50,
}
const MAXIMUM_MINOR = 99_999_999
export const KNOWN_TYPES = ['card', 'us_bank_account', 'link']

/** Builds an intent from the parameters of its creation. */
export function buildPaymentIntent({ world, state, params }: Call): PaymentIntent {
  const id = newId('pi')
  const currency = readCurrency(state, params)
  const amount = readAmount(params, currency)
  const allowed = params.has('allowed_payment_method_types') ? readTypes(params) : null
  const customer = params.text('customer') || null
  if (customer !== null) state.get('cus', customer, 'customer')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: allowed,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: state === world.platform ? null : world.clientId,
    application_fee_amount: readFee(params, amount),
    automatic_payment_methods: readAutomatic(params, allowed),
    canceled_at: null,
    cancellation_reason: null,
    capture_method:
      params.oneOf('capture_method', ['automatic', 'automatic_async', 'manual']) ?? 'automatic_async',
    client_secret: clientSecretOf(id),
    confirmation_method: 'automatic',
    created: world.now,
    currency,
    customer,
    customer_account: null,
    description: params.text('description') || null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: readMetadata(params),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: readOptions(params),
    payment_method_types: compatibleTypes(allowed ?? KNOWN_TYPES, currency),
    payment_record: null,
    processing: null,
    receipt_email: params.text('receipt_email') || null,
    review: null,
    setup_future_usage: params.oneOf('setup_future_usage', ['off_session', 'on_session']) ?? null,
    shipping: null,
    source: null,
    statement_descriptor: params.text('statement_descriptor') || null,
    statement_descriptor_suffix: params.text('statement_descriptor_suffix') || null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}

/** Changes the fields that an update or a confirmation may name. */
export function updatePaymentIntent(state: AccountState, params: Parameters, intent: PaymentIntent): void {
  const currency = params.has('currency') ? readCurrency(state, params) : intent.currency
  if (params.has('amount')) intent.amount = readAmount(params, currency)
  intent.currency = currency
  if (params.has('allowed_payment_method_types')) {
    intent.allowed_payment_method_types = readTypes(params)
    intent.automatic_payment_methods = null
  }
  const allowed = intent.allowed_payment_method_types as string[] | null
  intent.payment_method_types = compatibleTypes(allowed ?? KNOWN_TYPES, currency)
  if (params.has('customer')) {
    const customer = params.text('customer') || null
    if (customer !== null) state.get('cus', customer, 'customer')
    intent.customer = customer
  }
  if (params.has('metadata')) intent.metadata = readMetadata(params, intent.metadata)
  if (params.has('description')) intent.description = params.text('description') || null
  if (params.has('receipt_email')) intent.receipt_email = params.text('receipt_email') || null
  if (params.has('application_fee_amount')) intent.application_fee_amount = readFee(params, intent.amount)
  if (params.has('setup_future_usage'))
    intent.setup_future_usage = params.oneOf('setup_future_usage', ['off_session', 'on_session']) ?? null
  if (params.has('payment_method_options'))
    intent.payment_method_options = { ...intent.payment_method_options, ...readOptions(params) }
}

function readAmount(params: Parameters, currency: string): number {
  const amount = params.requireInteger('amount')
  if (amount < 1)
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  const least = MINIMUM_MINOR[currency] ?? 50
  if (amount < least)
    throw invalidRequest(
      `The Checkout Session's total amount due must add up to at least ${least} ${currency}. Amount must be at least ${least} in the smallest unit of ${currency}.`,
      { code: 'amount_too_small', param: 'amount' },
    )
  if (amount > MAXIMUM_MINOR)
    throw invalidRequest('Amount must be no more than $999,999.99', {
      code: 'amount_too_large',
      param: 'amount',
    })
  return amount
}

function readCurrency(state: AccountState, params: Parameters): string {
  const currency = params.requireText('currency').toLowerCase()
  if (/^[a-z]{3}$/.test(currency) && (state.currencies === null || state.currencies.has(currency)))
    return currency
  throw invalidRequest(
    `Invalid currency: ${currency}. Stripe currently supports these currencies: ${[...(state.currencies ?? [])].join(', ')}`,
    {
      param: 'currency',
    },
  )
}

function readTypes(params: Parameters): string[] {
  const types = params.list('allowed_payment_method_types')
  const unknown = types.find((type) => !KNOWN_TYPES.includes(type))
  if (unknown !== undefined || types.length === 0)
    throw invalidRequest(`The payment method type provided: ${unknown ?? ''} is invalid.`, {
      param: 'allowed_payment_method_types',
    })
  return types
}

/** Bank accounts pay in US dollars only. */
const compatibleTypes = (types: readonly string[], currency: string): string[] =>
  types.filter((type) => type !== 'us_bank_account' || currency === 'usd')

function readFee(params: Parameters, amount: number): number | null {
  const fee = params.integer('application_fee_amount') ?? null
  if (fee !== null && (fee < 0 || fee > amount))
    throw invalidRequest('Application fee must be at most the amount.', { param: 'application_fee_amount' })
  return fee
}

function readAutomatic(params: Parameters, allowed: readonly string[] | null) {
  const given = params.nested('automatic_payment_methods')
  if (allowed !== null && given.flag('enabled'))
    throw invalidRequest(
      'You may only specify one of these parameters: automatic_payment_methods, allowed_payment_method_types.',
    )
  if (allowed !== null) return null
  return {
    enabled: true,
    allow_redirects: given.oneOf('allow_redirects', ['always', 'never']) ?? 'always',
  }
}

function readOptions(params: Parameters): Record<string, Record<string, unknown>> {
  const options: Record<string, Record<string, unknown>> = {}
  for (const type of Object.keys(params.nested('payment_method_options').values))
    options[type] = { ...params.nested('payment_method_options').nested(type).values }
  return options
}
