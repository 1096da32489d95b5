import type Stripe from 'stripe'
import { type Connection, failed, type Outcome, type ProcessorPayment, succeeded } from '../port.ts'
import { inNameOf } from './client.ts'
import { callStripe } from './errors.ts'
import { awaitsAbsentPayer, EXPANDED, paymentOf } from './payment-facts.ts'

/**
 * Confirms the intent of an absent payer again, now that they are here to answer their bank: it is the same payment, so nothing
 * is charged twice. The bank's window is opened by the browser, with the intent's secret.
 */
export async function confirmAgain(
  client: Stripe,
  connection: Connection,
  ref: string,
  key: string,
): Promise<Outcome<ProcessorPayment>> {
  const found = await callStripe('read', () => client.paymentIntents.retrieve(ref, {}, inNameOf(connection)))
  if (!found.ok) return found
  const method = found.value.last_payment_error?.payment_method?.id
  if (!awaitsAbsentPayer(found.value) || method === undefined)
    return failed({ kind: 'wrong_state', code: found.value.status, raw: null })
  const confirmed = await callStripe('write', () =>
    client.paymentIntents.confirm(
      ref,
      { payment_method: method, use_stripe_sdk: true, expand: [...EXPANDED] },
      inNameOf(connection, key),
    ),
  )
  return confirmed.ok ? succeeded(paymentOf(confirmed.value)) : confirmed
}
