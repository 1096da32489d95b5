import type { AccountState } from '../state/account-state.ts'
import { newId } from '../state/ids.ts'
import type { BalanceTransaction, Charge, Payout } from '../state/wire-types.ts'
import type { World } from '../state/world.ts'

export const DAY_MS = 86_400_000
const DAY_SECONDS = 86_400
const AVAILABLE_AFTER_DAYS = 2

interface Movement {
  readonly type: string
  readonly category: string
  readonly amount: number
  readonly currency: string
  readonly source: string
  readonly fees?: readonly { readonly type: string; readonly amount: number; readonly description: string }[]
}

/** Books one movement on an account's balance; its fees are taken off at once. */
export function addBalanceTransaction(
  world: World,
  state: AccountState,
  movement: Movement,
): BalanceTransaction {
  const fees = movement.fees ?? []
  const fee = fees.reduce((sum, { amount }) => sum + amount, 0)
  return state.add('txn', {
    id: newId('txn'),
    object: 'balance_transaction',
    amount: movement.amount,
    available_on: world.now + AVAILABLE_AFTER_DAYS * DAY_SECONDS,
    balance_type: 'payments',
    created: world.now,
    currency: movement.currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fees.map((one) => ({
      amount: one.amount,
      application: one.type === 'application_fee' ? world.clientId : null,
      currency: movement.currency,
      description: one.description,
      type: one.type,
    })),
    net: movement.amount - fee,
    reporting_category: movement.category,
    source: movement.source,
    status: 'pending',
    type: movement.type,
  })
}

/** Books a successful charge with Stripe's list prices: cards 2.9 % and 30 cents, ACH 0.8 %, at most 5 dollars. */
export function bookCharge(world: World, state: AccountState, charge: Charge): void {
  const amount = charge.amount_captured
  const isBank = charge.payment_method_details.type === 'us_bank_account'
  const stripeFee = isBank
    ? Math.min(Math.round((amount * 8) / 1000), 500)
    : Math.round((amount * 29) / 1000) + 30
  const application = charge.application_fee_amount
  const transaction = addBalanceTransaction(world, state, {
    type: isBank ? 'payment' : 'charge',
    category: 'charge',
    amount,
    currency: charge.currency,
    source: charge.id,
    fees: [
      { type: 'stripe_fee', amount: stripeFee, description: 'Stripe processing fees' },
      ...(application
        ? [{ type: 'application_fee', amount: application, description: 'Application fee' }]
        : []),
    ],
  })
  charge.balance_transaction = transaction.id
}

/** Pays every movement that has no payout yet to the bank. Returns null when nothing is left to pay. */
export function payOut(world: World, state: AccountState, currency: string): Payout | null {
  const open = state
    .all('txn')
    .filter((one) => one.currency === currency && !state.payoutOfTransaction.has(one.id))
  const amount = open.reduce((sum, { net }) => sum + net, 0)
  if (amount <= 0) return null
  const id = newId('po')
  const own = addBalanceTransaction(world, state, {
    type: 'payout',
    category: 'payout',
    amount: -amount,
    currency,
    source: id,
  })
  for (const one of [...open, own]) {
    one.status = 'available'
    state.payoutOfTransaction.set(one.id, id)
  }
  const payout: Payout = {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: world.now + DAY_SECONDS,
    automatic: true,
    balance_transaction: own.id,
    created: world.now,
    currency,
    description: 'STRIPE PAYOUT',
    destination: newId('ba'),
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'in_transit',
    trace_id: null,
    type: 'bank_account',
  }
  state.add('po', payout)
  world.emit(state, 'payout.created', payout)
  world.schedule(DAY_MS, () => {
    payout.status = 'paid'
    world.emit(state, 'payout.paid', payout)
  })
  return payout
}
