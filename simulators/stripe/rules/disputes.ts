import type { AccountState } from '../state/account-state.ts'
import { newId } from '../state/ids.ts'
import type { Charge, Dispute } from '../state/wire-types.ts'
import type { World } from '../state/world.ts'
import { addBalanceTransaction } from './balance.ts'

const DISPUTE_FEE = 1500
const EVIDENCE_SECONDS = 7 * 86_400

/** Opens a dispute, of a part with `amount`, and takes the amount back. A bank's return can't be contested: it is lost at once. */
export function openDispute(
  world: World,
  state: AccountState,
  charge: Charge,
  {
    reason,
    amount = charge.amount_captured,
  }: { readonly reason: string; readonly amount?: number | undefined },
): Dispute {
  const isCard = charge.payment_method_details.type === 'card'
  const id = newId('du')
  const transaction = addBalanceTransaction(world, state, {
    type: 'adjustment',
    category: 'dispute',
    amount: -amount,
    currency: charge.currency,
    source: id,
    fees: [{ type: 'stripe_fee', amount: DISPUTE_FEE, description: 'Dispute fee' }],
  })
  const { brand } = (charge.payment_method_details.card ?? {}) as { brand?: string }
  const dispute: Dispute = {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [transaction],
    charge: charge.id,
    created: world.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: emptyEvidence(),
    evidence_details: {
      due_by: isCard ? world.now + EVIDENCE_SECONDS : null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    ...(isCard && {
      network_reason_code: '10',
      payment_method_details: {
        card: { brand, case_type: 'chargeback', network: brand ?? null, network_reason_code: '10' },
        type: 'card',
      },
    }),
    reason,
    status: 'needs_response',
  }
  charge.disputed = true
  state.add('du', dispute)
  world.emit(state, 'charge.dispute.created', dispute)
  world.emit(state, 'charge.dispute.funds_withdrawn', dispute)
  if (!isCard) closeDispute(world, state, dispute, 'lost')
  return dispute
}

/** Closes a dispute. A won one returns the amount; its fee stays. */
export function closeDispute(
  world: World,
  state: AccountState,
  dispute: Dispute,
  outcome: 'won' | 'lost',
): void {
  dispute.status = outcome
  if (outcome === 'won') {
    dispute.balance_transactions.push(
      addBalanceTransaction(world, state, {
        type: 'adjustment',
        category: 'dispute_reversal',
        amount: dispute.amount,
        currency: dispute.currency,
        source: dispute.id,
      }),
    )
    world.emit(state, 'charge.dispute.funds_reinstated', dispute)
  }
  world.emit(state, 'charge.dispute.closed', dispute)
}

const EVIDENCE = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
]

const emptyEvidence = () => ({
  ...Object.fromEntries(EVIDENCE.map((field) => [field, null])),
  enhanced_evidence: {},
})
