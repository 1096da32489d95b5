import { addBalanceTransaction, DAY_MS } from '../rules/balance.ts'
import type { AccountState } from '../state/account-state.ts'
import { newId } from '../state/ids.ts'
import type { Charge, Refund } from '../state/wire-types.ts'
import type { World } from '../state/world.ts'
import { listPage } from '../wire/answer-shapes.ts'
import type { Call, Route } from '../wire/call.ts'
import { type Parameters, readMetadata } from '../wire/parameters.ts'
import { invalidRequest, missingParameter } from '../wire/stripe-error.ts'

const SETTLING_DAYS = 3

function createRefund({ world, state, params }: Call): object {
  params.allow(
    'amount',
    'charge',
    'metadata',
    'payment_intent',
    'reason',
    'refund_application_fee',
    'reverse_transfer',
    'instructions_email',
  )
  const charge = chooseCharge(state, params)
  const reason = params.oneOf('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null
  if (charge.refunded)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  if (charge.disputed)
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  const left = charge.amount_captured - charge.amount_refunded
  const amount = params.integer('amount') ?? left
  if (amount < 1)
    throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
  if (amount > left)
    throw invalidRequest(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      { param: 'amount' },
    )
  const refund = addRefund({ world, state, params, charge, amount, reason })
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded >= charge.amount_captured
  world.emit(state, 'refund.created', refund)
  world.emit(state, 'charge.refunded', charge)
  settleLater(world, state, charge, refund)
  return refund
}

const dollars = (minor: number): string => `$${(minor / 100).toFixed(2)}`

function chooseCharge(state: AccountState, params: Parameters): Charge {
  const chargeId = params.text('charge')
  const intentId = params.text('payment_intent')
  if (chargeId === undefined && intentId === undefined) throw missingParameter('payment_intent')
  if (chargeId !== undefined) return successful(state.get('ch', chargeId, 'charge'), chargeId)
  const intent = state.get('pi', intentId!, 'payment_intent')
  const charge = intent.latest_charge === null ? undefined : state.find('ch', intent.latest_charge)
  return successful(charge, intent.id)
}

function successful(charge: Charge | undefined, id: string): Charge {
  if (charge?.status === 'succeeded' && charge.captured) return charge
  throw invalidRequest(`This PaymentIntent (${id}) does not have a successful charge to refund.`, {
    code: 'payment_intent_unexpected_state',
    param: 'payment_intent',
  })
}

function addRefund(given: {
  world: World
  state: AccountState
  params: Parameters
  charge: Charge
  amount: number
  reason: string | null
}): Refund {
  const { world, state, charge, amount } = given
  const isBank = charge.payment_method_details.type === 'us_bank_account'
  const pending = isBank || state.instruments.get(charge.payment_method)?.refunds === 'pending'
  const id = newId(isBank ? 'pyr' : 're')
  const transaction = addBalanceTransaction(world, state, {
    type: isBank ? 'payment_refund' : 'refund',
    category: 'refund',
    amount: -amount,
    currency: charge.currency,
    source: id,
  })
  return state.add('re', {
    id,
    object: 'refund',
    amount,
    balance_transaction: transaction.id,
    charge: charge.id,
    created: world.now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: isBank
      ? { type: 'us_bank_transfer', us_bank_transfer: { reference: null, reference_status: 'pending' } }
      : {
          type: 'card',
          card: { type: 'refund', reference_status: 'pending', reference_type: 'acquirer_reference_number' },
        },
    metadata: readMetadata(given.params),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: given.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: pending ? 'pending' : 'succeeded',
    transfer_reversal: null,
  })
}

/** Settles a pending refund, or reports the failure of one that first succeeded. */
function settleLater(world: World, state: AccountState, charge: Charge, refund: Refund): void {
  const fails = state.instruments.get(charge.payment_method)?.refunds === 'failing'
  if (!fails && refund.status !== 'pending') return
  world.schedule(SETTLING_DAYS * DAY_MS, () => {
    if (!fails) {
      refund.status = 'succeeded'
      world.emit(state, 'refund.updated', refund)
      world.emit(state, 'charge.refund.updated', refund)
      return
    }
    refund.status = 'failed'
    refund.failure_reason = 'expired_or_canceled_card'
    refund.failure_balance_transaction = addBalanceTransaction(world, state, {
      type: 'refund_failure',
      category: 'refund_failure',
      amount: refund.amount,
      currency: refund.currency,
      source: refund.id,
    }).id
    charge.amount_refunded -= refund.amount
    charge.refunded = false
    world.emit(state, 'refund.failed', refund)
    world.emit(state, 'charge.refund.updated', refund)
  })
}

function listRefunds(call: Call): object {
  const [intent, charge] = [call.params.text('payment_intent'), call.params.text('charge')]
  const all = call.state
    .all('re')
    .filter(
      (refund) =>
        (intent === undefined || refund.payment_intent === intent) &&
        (charge === undefined || refund.charge === charge),
    )
  return listPage(call, '/v1/refunds', all, ['charge', 'payment_intent'])
}

export const refundRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/refunds', handle: createRefund },
  { method: 'GET', path: '/v1/refunds', handle: listRefunds },
  { method: 'GET', path: '/v1/refunds/:id', handle: ({ state, id }) => state.get('re', id, 'refund') },
]
