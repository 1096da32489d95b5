import type Stripe from 'stripe'
import {
  type AskedCall,
  type Connection,
  type Outcome,
  type PaymentProcessor,
  type Period,
  type ProcessorPayment,
  succeeded,
} from '../port.ts'
import { inNameOf } from './client.ts'
import { callStripe } from './errors.ts'
import { EXPANDED } from './payment-facts.ts'
import { readPayment } from './read-payment.ts'
import { refundOf } from './refunds.ts'

const PAGE = 100
/** Clocks may disagree by this much, so that a payment looks older than the call that made it. */
const CLOCK_SLACK_S = 300
/** Time after a call in which its payment was created, if at all. */
const FOUND_WITHIN_S = 3600

/**
 * Lists our PaymentIntents and their refunds, the latest first as Stripe does. Payments that the business takes at Stripe without
 * us are left out: they are none of our ledger's.
 */
export const listings = (client: Stripe): Pick<PaymentProcessor, 'listPayments' | 'listRefunds'> => ({
  async listPayments(connection, period, after) {
    const listed = await callStripe('read', () =>
      client.paymentIntents.list(
        { ...pageOf(period, after), expand: EXPANDED.map((name) => `data.${name}`) },
        inNameOf(connection),
      ),
    )
    if (!listed.ok) return listed
    const isOurs = ({ metadata }: Stripe.PaymentIntent) => metadata.quittance_account === connection.accountId
    const read = await readAll(client, connection, listed.value.data.filter(isOurs))
    return read.ok ? succeeded({ items: read.value, next: nextOf(listed.value) }) : read
  },
  async listRefunds(connection, period, after) {
    const listed = await callStripe('read', () =>
      client.refunds.list(
        { ...pageOf(period, after), expand: ['data.payment_intent'] },
        inNameOf(connection),
      ),
    )
    if (!listed.ok) return listed
    const isOurs = ({ payment_intent: intent }: Stripe.Refund) =>
      typeof intent === 'object' && intent?.metadata.quittance_account === connection.accountId
    return succeeded({ items: listed.value.data.filter(isOurs).map(refundOf), next: nextOf(listed.value) })
  },
})

const pageOf = ({ fromMs, toMs }: Period, after: string | null) => ({
  created: { gte: Math.floor(fromMs / 1000), lt: Math.ceil(toMs / 1000) },
  limit: PAGE,
  ...(after !== null && { starting_after: after }),
})

const nextOf = ({ data, has_more }: Stripe.ApiList<{ id: string }>): string | null =>
  has_more ? (data.at(-1)?.id ?? null) : null

/** One after another: only a disputed payment needs a call of its own. */
async function readAll(
  client: Stripe,
  connection: Connection,
  intents: readonly Stripe.PaymentIntent[],
): Promise<Outcome<ProcessorPayment[]>> {
  const payments: ProcessorPayment[] = []
  for (const intent of intents) {
    const read = await readPayment(client, connection, intent)
    if (!read.ok) return read
    payments.push(read.value)
  }
  return succeeded(payments)
}

/**
 * Finds the payment of a call whose answer was lost, among those created around it. Stripe's search would be shorter, but
 * it lags by up to an hour.
 */
export async function findPayment(
  client: Stripe,
  connection: Connection,
  { ourId, askedAt }: AskedCall,
): Promise<Outcome<ProcessorPayment | null>> {
  const asked = Math.floor(askedAt / 1000)
  const created = { gte: asked - CLOCK_SLACK_S, lte: asked + FOUND_WITHIN_S }
  let after: string | undefined
  for (;;) {
    const from = after
    const listed = await callStripe('read', () =>
      client.paymentIntents.list(
        {
          created,
          limit: PAGE,
          expand: EXPANDED.map((name) => `data.${name}`),
          ...(from !== undefined && { starting_after: from }),
        },
        inNameOf(connection),
      ),
    )
    if (!listed.ok) return listed
    const { data, has_more } = listed.value
    const found = data.find(({ metadata }) => metadata.payment_id === ourId)
    if (found) return readPayment(client, connection, found)
    if (!has_more) return succeeded(null)
    after = data.at(-1)?.id
  }
}
