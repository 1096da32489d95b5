import type Stripe from 'stripe'
import { type Connection, type Outcome, type ProcessorPayment, succeeded } from '../port.ts'
import { inNameOf } from './client.ts'
import { callStripe } from './errors.ts'
import { isDisputed, paymentOf } from './payment-facts.ts'

/** Returns what Stripe says of a payment, with its dispute when there is one. */
export async function readPayment(
  client: Stripe,
  connection: Connection,
  intent: Stripe.PaymentIntent,
): Promise<Outcome<ProcessorPayment>> {
  if (!isDisputed(intent)) return succeeded(paymentOf(intent))
  const disputes = await callStripe('read', () =>
    client.disputes.list({ payment_intent: intent.id, limit: 1 }, inNameOf(connection)),
  )
  return disputes.ok ? succeeded(paymentOf(intent, disputes.value.data[0])) : disputes
}
