import Stripe from 'stripe'
import type { StripeSettings } from '../../../platform/processors/stripe-settings.ts'
import type { Connection, Money } from '../port.ts'

const CALL_MS = 25_000

/** Creates a client of the platform. It repeats nothing by itself: the caller decides what a lost answer means. */
export function createStripeClient({
  secretKey,
  apiUrl,
}: Pick<StripeSettings, 'secretKey' | 'apiUrl'>): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl)
  return new Stripe(secretKey, {
    host: hostname,
    port: port || (protocol === 'http:' ? '80' : '443'),
    protocol: protocol === 'http:' ? 'http' : 'https',
    maxNetworkRetries: 0,
    timeout: CALL_MS,
    telemetry: false,
    appInfo: { name: 'Quittance' },
  })
}

/** Names the business in whose name a call is made, and the key that makes a write idempotent. */
export const inNameOf = (connection: Connection, key?: string): Stripe.RequestOptions => ({
  ...(connection.remoteId !== undefined && { stripeAccount: connection.remoteId }),
  ...(key !== undefined && { idempotencyKey: key }),
})

/** Stripe takes amounts as whole numbers of the minor unit; the largest has twelve digits. */
export const wholeNumberOf = ({ minor }: Money): number => Number(minor) // not money: no fraction
