import type { AccountState } from '../state/account-state.ts'
import { newId } from '../state/ids.ts'
import type { Charge, PaymentIntent, PaymentMethod } from '../state/wire-types.ts'
import type { World } from '../state/world.ts'
import { StripeError } from '../wire/stripe-error.ts'
import { bookCharge, DAY_MS } from './balance.ts'
import { openDispute } from './disputes.ts'
import type { Decline } from './instruments.ts'
import { keepPaymentMethod } from './keep-payment-method.ts'

const ACH_DAYS = 4
const AUTHORIZATION_DAYS = 7

interface Payment {
  readonly world: World
  readonly state: AccountState
  readonly intent: PaymentIntent
  readonly method: PaymentMethod
}

/** Charges a card or starts a debit. Throws the error of a declined card after its events. */
export function chargePayment({ world, state, intent, method }: Payment, authenticated: boolean): void {
  const instrument = state.instruments.get(method.id)!
  const charge = addCharge({ world, state, intent, method }, authenticated)
  if (instrument.decline) throw declineCharge({ world, state, intent, method }, charge, instrument.decline)
  intent.next_action = null
  intent.last_payment_error = null
  keepPaymentMethod(world, state, method, intent.customer, intent.setup_future_usage)
  if (method.type === 'us_bank_account') startDebit({ world, state, intent, method }, charge)
  else if (intent.capture_method === 'manual') holdFunds({ world, state, intent, method }, charge)
  else succeed({ world, state, intent, method }, charge)
}

function addCharge({ world, state, intent, method }: Payment, authenticated: boolean): Charge {
  const isBank = method.type === 'us_bank_account'
  const charge: Charge = {
    id: newId(isBank ? 'py' : 'ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: state === world.platform ? null : world.clientId,
    application_fee: null,
    application_fee_amount: intent.application_fee_amount,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: isBank ? null : 'QUITTANCE',
    captured: false,
    created: world.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: null,
    paid: false,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: describeMethod(state, method, intent.amount, authenticated),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'pending',
    transfer_data: null,
    transfer_group: null,
  }
  intent.latest_charge = charge.id
  return state.add('ch', charge)
}

function describeMethod(
  state: AccountState,
  method: PaymentMethod,
  amount: number,
  authenticated: boolean,
): Charge['payment_method_details'] {
  if (method.type === 'us_bank_account') {
    const {
      networks: _,
      status_details,
      financial_connections_account,
      ...bank
    } = method.us_bank_account as Record<string, unknown>
    const { mandate } = state.instruments.get(method.id)!
    return {
      type: method.type,
      us_bank_account: { ...bank, ...(mandate && { mandate }), payment_reference: null },
    }
  }
  const card = method.card as Record<string, unknown>
  return {
    type: 'card',
    card: {
      amount_authorized: amount,
      authorization_code: null,
      brand: card.brand,
      checks: card.checks,
      country: 'US',
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint,
      funding: 'credit',
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_token: { used: false },
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: authenticated ? THREE_D_SECURE : null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}

const THREE_D_SECURE = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
}

const APPROVED = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  seller_message: 'Payment complete.',
  type: 'authorized',
}

function succeed({ world, state, intent, method }: Payment, charge: Charge): void {
  charge.status = 'succeeded'
  charge.paid = true
  charge.captured = true
  charge.amount_captured = charge.amount
  charge.outcome = APPROVED
  bookCharge(world, state, charge)
  intent.status = 'succeeded'
  intent.processing = null
  intent.amount_received = charge.amount
  world.emit(state, 'charge.succeeded', charge)
  world.emit(state, 'payment_intent.succeeded', intent)
  const { disputed } = state.instruments.get(method.id)!
  if (!disputed) return
  // A card is disputed at once in test mode; a bank returns a debit after the money arrived.
  if (method.type === 'card') openDispute(world, state, charge, { reason: 'fraudulent' })
  else world.schedule(DAY_MS, () => openDispute(world, state, charge, { reason: 'debit_not_authorized' }))
}

function holdFunds({ world, state, intent }: Payment, charge: Charge): void {
  charge.status = 'succeeded'
  charge.paid = true
  charge.outcome = APPROVED
  intent.status = 'requires_capture'
  intent.amount_capturable = charge.amount
  world.emit(state, 'charge.succeeded', charge)
  world.emit(state, 'payment_intent.amount_capturable_updated', intent)
  world.schedule(AUTHORIZATION_DAYS * DAY_MS, () => {
    if (intent.status !== 'requires_capture') return
    releaseFunds(world, state, intent)
    intent.status = 'canceled'
    intent.canceled_at = world.now
    intent.cancellation_reason = 'automatic'
    world.emit(state, 'charge.expired', charge)
    world.emit(state, 'payment_intent.canceled', intent)
  })
}

/** Captures `amount` of what is held; the rest is released. */
export function captureFunds(world: World, state: AccountState, intent: PaymentIntent, amount: number): void {
  const charge = state.get('ch', intent.latest_charge!)
  charge.captured = true
  charge.amount_captured = amount
  bookCharge(world, state, charge)
  intent.amount_capturable = 0
  intent.amount_received = amount
  intent.status = 'succeeded'
  world.emit(state, 'charge.captured', charge)
  world.emit(state, 'payment_intent.succeeded', intent)
}

/** Releases the money that is held for an intent. */
export function releaseFunds(world: World, state: AccountState, intent: PaymentIntent): void {
  const charge = state.get('ch', intent.latest_charge!)
  charge.amount_refunded = charge.amount
  charge.refunded = true
  intent.amount_capturable = 0
  world.emit(state, 'charge.refunded', charge)
}

function startDebit(payment: Payment, charge: Charge): void {
  const { world, state, intent, method } = payment
  intent.status = 'processing'
  world.emit(state, 'charge.pending', charge)
  world.emit(state, 'payment_intent.processing', intent)
  const { staysProcessing, bankFailure } = state.instruments.get(method.id)!
  if (staysProcessing) return
  world.schedule(ACH_DAYS * DAY_MS, () => {
    if (intent.status !== 'processing' || charge.status !== 'pending') return
    if (bankFailure) failCharge(payment, charge, { ...bankFailure, type: 'card_error' })
    else succeed(payment, charge)
  })
}

/** Records a failure on the charge and the intent, with its events. */
function failCharge(
  { world, state, intent, method }: Payment,
  charge: Charge,
  error: { type: string; code: string; message: string; decline_code?: string },
): void {
  charge.status = 'failed'
  charge.failure_code = error.code
  charge.failure_message = error.message
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_payment_error = {
    charge: charge.id,
    ...error,
    payment_method: structuredClone(method),
  }
  world.emit(state, 'charge.failed', charge)
  world.emit(state, 'payment_intent.payment_failed', intent)
}

function declineCharge(payment: Payment, charge: Charge, decline: Decline): StripeError {
  charge.outcome = {
    ...APPROVED,
    network_status: 'declined_by_network',
    reason: decline.decline_code,
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  }
  failCharge(payment, charge, { type: 'card_error', ...decline })
  return cardErrorOf(payment.intent)
}

/** Returns the answer that reports an intent's last failure. */
export const cardErrorOf = (intent: PaymentIntent): StripeError => {
  const {
    type: _,
    code,
    message,
    ...error
  } = intent.last_payment_error as { code: string; message: string } & Record<string, unknown>
  return new StripeError(402, {
    type: 'card_error',
    code,
    doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
    message,
    ...error,
    payment_intent: structuredClone(intent),
  })
}

/** Refuses an off-session payment whose card needs the customer's authentication. */
export function refuseWithoutAuthentication(payment: Payment): StripeError {
  const charge = addCharge(payment, false)
  return declineCharge(payment, charge, {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  })
}
