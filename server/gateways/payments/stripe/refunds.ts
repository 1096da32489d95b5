import type Stripe from 'stripe'
import { msg } from '../../../../domain/languages/msg.ts'
import {
  type AskedCall,
  type Connection,
  type Outcome,
  type ProcessorRefund,
  type RefundRequest,
  succeeded,
} from '../port.ts'
import { inNameOf, wholeNumberOf } from './client.ts'
import { callStripe } from './errors.ts'

const PAGE = 100

export async function createRefund(
  client: Stripe,
  connection: Connection,
  request: RefundRequest,
  key: string,
): Promise<Outcome<ProcessorRefund>> {
  const made = await callStripe('write', () =>
    client.refunds.create(
      {
        payment_intent: request.paymentRef,
        amount: wholeNumberOf(request.amount),
        reason: 'requested_by_customer',
        metadata: { refund_id: request.ourId },
      },
      inNameOf(connection, key),
    ),
  )
  return made.ok ? succeeded(refundOf(made.value)) : made
}

/** Finds a refund whose answer was lost, by our id. */
export async function findRefund(
  client: Stripe,
  connection: Connection,
  paymentRef: string,
  { ourId }: AskedCall,
): Promise<Outcome<ProcessorRefund | null>> {
  const listed = await callStripe('read', () =>
    client.refunds.list({ payment_intent: paymentRef, limit: PAGE }, inNameOf(connection)),
  )
  if (!listed.ok) return listed
  const found = listed.value.data.find(({ metadata }) => metadata?.refund_id === ourId)
  return succeeded(found ? refundOf(found) : null)
}

export function refundOf(refund: Stripe.Refund): ProcessorRefund {
  const { payment_intent: intent } = refund
  const rejected = refund.status === 'failed' || refund.status === 'canceled'
  return {
    refundRef: refund.id,
    paymentRef: typeof intent === 'string' ? intent : (intent?.id ?? ''),
    ourId: refund.metadata?.refund_id ?? null,
    status: refund.status === 'succeeded' ? 'confirmed' : rejected ? 'rejected' : 'waiting',
    amount: { minor: BigInt(refund.amount), currency: refund.currency.toUpperCase() },
    message: rejected ? msg('The bank did not take the refund.') : null,
  }
}
