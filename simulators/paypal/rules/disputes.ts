import type { Business } from '../state/business.ts'
import { newId } from '../state/ids.ts'
import type { Capture, Dispute } from '../state/wire-types.ts'
import type { World } from '../state/world.ts'
import { minorOf, moneyOf } from './amounts.ts'
import { newRefund, refundedMinor } from './change-capture.ts'

const RESPONSE_MS = 10 * 86_400_000

/** The payer complains at PayPal about a part, or about all of it. PayPal holds the money. */
export function openDispute(
  world: World,
  business: Business,
  capture: Capture,
  minor = minorOf(capture.amount),
): string {
  capture.status_details = { reason: 'BUYER_COMPLAINT' }
  capture.update_time = world.now
  const dispute = newDispute(world, business, capture, {
    minor,
    reason: 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
    status: 'WAITING_FOR_SELLER_RESPONSE',
    dispute_life_cycle_stage: 'INQUIRY',
    dispute_channel: 'INTERNAL',
    seller_response_due_date: new Date(world.nowMs + RESPONSE_MS).toISOString(),
  })
  world.emit(business, 'CUSTOMER.DISPUTE.CREATED', 'dispute', dispute)
  return dispute.dispute_id
}

/** PayPal decides for one of both. A payer who wins is paid back. */
export function resolveDispute(
  world: World,
  business: Business,
  dispute: Dispute,
  winner: 'seller' | 'buyer',
): void {
  const capture = business.captures.get(dispute.disputed_transactions[0]!.seller_transaction_id)!
  dispute.status = 'RESOLVED'
  dispute.update_time = world.now
  delete capture.status_details
  if (winner === 'buyer') {
    const minor = minorOf(dispute.dispute_amount)
    dispute.dispute_outcome = {
      outcome_code: 'RESOLVED_BUYER_FAVOUR',
      amount_refunded: dispute.dispute_amount,
    }
    const isRest = minor === minorOf(capture.amount) - refundedMinor(business, capture)
    capture.status = isRest ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
    newRefund(world, business, capture, minor, {})
  } else dispute.dispute_outcome = { outcome_code: 'RESOLVED_SELLER_FAVOUR' }
  capture.update_time = world.now
  world.emit(business, 'CUSTOMER.DISPUTE.RESOLVED', 'dispute', dispute)
}

/**
 * The payer's bank takes a payment back, or a part of it. `isListed`: the reversal is among the refunds of the order, which PayPal doesn't
 * promise.
 */
export function reverseCapture(
  world: World,
  business: Business,
  capture: Capture,
  { minor, isListed = true }: { minor?: bigint | undefined; isListed?: boolean | undefined } = {},
): void {
  const left = minorOf(capture.amount) - refundedMinor(business, capture)
  const taken = minor ?? left
  capture.status_details = { reason: 'CHARGEBACK' }
  capture.status = taken === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  capture.update_time = world.now
  newDispute(world, business, capture, {
    minor: taken,
    reason: 'UNAUTHORISED',
    status: 'UNDER_REVIEW',
    dispute_life_cycle_stage: 'CHARGEBACK',
    dispute_channel: 'EXTERNAL',
  })
  const refund = newRefund(world, business, capture, taken, {}, isListed)
  world.emit(business, 'PAYMENT.CAPTURE.REVERSED', 'refund', refund)
}

function newDispute(
  world: World,
  business: Business,
  capture: Capture,
  {
    minor,
    ...given
  }: { minor: bigint } & Pick<
    Dispute,
    'reason' | 'status' | 'dispute_life_cycle_stage' | 'dispute_channel' | 'seller_response_due_date'
  >,
): Dispute {
  const dispute: Dispute = {
    dispute_id: `PP-D-${newId(6)}`,
    create_time: world.now,
    update_time: world.now,
    disputed_transactions: [
      {
        seller_transaction_id: capture.id,
        ...(capture.custom_id !== undefined && { custom: capture.custom_id }),
      },
    ],
    dispute_amount: moneyOf(minor, capture.amount.currency_code),
    ...given,
  }
  business.disputes.set(dispute.dispute_id, dispute)
  return dispute
}
