import type Stripe from 'stripe'
import type { BillingEvent, BillingProvider } from '../port.ts'
import { idOf } from './prices.ts'

const TOLERANCE_S = 300

/** Verifies that the endpoint's secret signed exactly these bytes within the last five minutes. */
export function readBillingEvent(
  client: Stripe,
  secret: string,
  { headers, body, receivedAtMs }: Parameters<BillingProvider['readEvent']>[0],
): BillingEvent | null {
  const signature = headers['stripe-signature']
  if (signature === undefined) return null
  try {
    return customerOf(
      client.webhooks.constructEvent(body, signature, secret, TOLERANCE_S, undefined, receivedAtMs),
    )
  } catch {
    return null
  }
}

/** The account is a hint of where to look: the customer decides. */
function customerOf({ data }: Stripe.Event): BillingEvent {
  const about = data.object as {
    object: string
    id?: string
    customer?: string | { id: string } | null
    metadata?: Record<string, string> | null
    parent?: { subscription_details?: { metadata?: Record<string, string> | null } | null } | null
  }
  const customer = about.object === 'customer' ? about.id : about.customer
  const metadata = about.metadata?.account_id ? about.metadata : about.parent?.subscription_details?.metadata
  return {
    customerRef: customer ? idOf(customer) : null,
    accountId: metadata?.account_id ?? null,
  }
}
