import { z } from 'zod'
import { type Connection, type DisputeFacts, type Money, type Outcome, succeeded } from '../port.ts'
import type { PayPalClient } from './client.ts'
import { allows } from './features.ts'
import { money, type WireCapture } from './wire.ts'

/** A dispute of a capture: Customer Disputes v1. */
const disputeShape = z.object({
  reason: z.string().default('OTHER'),
  status: z.string(),
  dispute_amount: money.optional(),
  dispute_outcome: z
    .object({ outcome_code: z.string().optional(), amount_refunded: money.optional() })
    .optional(),
  seller_response_due_date: z.string().optional(),
})

export type WireDispute = z.output<typeof disputeShape>

const foundShape = z.object({ items: z.array(z.object({ dispute_id: z.string() })).default([]) })

/** Reasons of a capture's state that a dispute explains. */
const QUESTIONED: ReadonlySet<string> = new Set(['BUYER_COMPLAINT', 'CHARGEBACK'])

export const isQuestioned = ({ status, status_details: details }: WireCapture): boolean =>
  status === 'REVERSED' || QUESTIONED.has(details?.reason ?? '')

/** Reads the latest dispute of a capture. Null without one, or where the business’s account may not read it. */
export async function readDispute(
  client: PayPalClient,
  connection: Connection,
  captureId: string,
): Promise<Outcome<WireDispute | null>> {
  if (!allows(connection, 'disputes')) return succeeded(null)
  const query = new URLSearchParams({ disputed_transaction_id: captureId, page_size: '1' })
  const found = await client.call(connection, {
    method: 'GET',
    path: `/v1/customer/disputes?${query}`,
    kind: 'read',
    shape: foundShape,
  })
  if (!found.ok) return found.error.kind === 'not_found' ? succeeded(null) : found
  const [latest] = found.value.items
  if (!latest) return succeeded(null)
  return client.call(connection, {
    method: 'GET',
    path: `/v1/customer/disputes/${encodeURIComponent(latest.dispute_id)}`,
    kind: 'read',
    shape: disputeShape,
  })
}

const REASONS: Readonly<Record<string, string>> = {
  MERCHANDISE_OR_SERVICE_NOT_RECEIVED: 'product_not_received',
  MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED: 'product_unacceptable',
  UNAUTHORISED: 'fraudulent',
  CREDIT_NOT_PROCESSED: 'credit_not_processed',
  DUPLICATE_TRANSACTION: 'duplicate',
  INCORRECT_AMOUNT: 'incorrect_amount',
  PAYMENT_BY_OTHER_MEANS: 'paid_otherwise',
  CANCELED_RECURRING_BILLING: 'subscription_canceled',
}
/** Outcomes that leave the business its money. */
const WON: ReadonlySet<string> = new Set([
  'RESOLVED_SELLER_FAVOUR',
  'RESOLVED_WITH_PAYOUT',
  'CANCELED_BY_BUYER',
  'DENIED',
])
const LOST: ReadonlySet<string> = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])

/** `isTaken`: the payer's bank took money back. A complaint that is still open only holds it at PayPal. */
export function disputeFactsOf(dispute: WireDispute, isTaken: boolean): DisputeFacts {
  const status = statusOf(dispute, isTaken)
  return {
    reason: REASONS[dispute.reason] ?? 'general',
    status,
    isInquiry: !isTaken && status !== 'lost',
    dueBy: status === 'needs_response' ? (dispute.seller_response_due_date ?? null) : null,
  }
}

function statusOf({ status, dispute_outcome }: WireDispute, isTaken: boolean): DisputeFacts['status'] {
  const code = dispute_outcome?.outcome_code ?? ''
  if (status !== 'RESOLVED')
    return status === 'WAITING_FOR_SELLER_RESPONSE' ? 'needs_response' : 'under_review'
  if (LOST.has(code)) return 'lost'
  return WON.has(code) && !isTaken ? 'won' : 'under_review'
}

/** Amount that a dispute takes back, once it is decided, or that it is about. */
export const amountOfDispute = ({ dispute_outcome, dispute_amount }: WireDispute): Money | null =>
  dispute_outcome?.amount_refunded ?? dispute_amount ?? null
