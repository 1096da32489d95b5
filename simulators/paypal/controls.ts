import { approveOrder } from './rules/capture-order.ts'
import { refundCapture, settlePending } from './rules/change-capture.ts'
import { openDispute, resolveDispute, reverseCapture } from './rules/disputes.ts'
import type { Business } from './state/business.ts'
import type { Capture, Funding, Order } from './state/wire-types.ts'
import type { NewBusiness, World } from './state/world.ts'
import type { Forgery, WebhookSender } from './webhooks/webhook-sender.ts'
import type { PayPalApi } from './wire/api.ts'
import type { PayPalFault } from './wire/faults.ts'

export type Controls = ReturnType<typeof createControls>

/** Operations with which tests and demonstrations play PayPal, the payers, the banks and the businesses. */
export function createControls(
  world: World,
  api: PayPalApi,
  webhooks: WebhookSender,
  violations: readonly string[],
) {
  return {
    /** Deviations from the published contract and from the rules of the protocol. */
    violations,
    /** Number of calls by method and path, such as 'POST /v2/checkout/orders'. */
    calls: api.calls as ReadonlyMap<string, number>,
    webhooks,
    /** Lets the next matching calls fail. */
    failNext: (fault: PayPalFault) => api.faults.add(fault),
    clearFaults: () => api.faults.clear(),
    setLatency(ms: number): void {
      world.switches.latencyMs = ms
    },
    /** Transactions are listed after `ms`. */
    setReportLag(ms: number): void {
      world.switches.reportLagMs = ms
    },
    advance: (ms: number) => world.advance(ms),
    expireTokens: () => world.expireTokens(),
    ...businessControls(world),
    ...moneyControls(world),
    ...eventControls(world, webhooks),
  }
}

function businessControls(world: World) {
  return {
    addBusiness: (given?: NewBusiness): Business => world.addBusiness(given),
    businessOf: (merchantId: string): Business => businessOf(world, merchantId),
    /** The business withdraws what it granted to the partner. */
    revokeConsent(merchantId: string): void {
      const business = businessOf(world, merchantId)
      business.trackingId = null
      world.emit(business, 'MERCHANT.PARTNER-CONSENT.REVOKED', 'partner-consent', {
        merchant_id: merchantId,
        tracking_id: '',
      })
    },
    /** The business deletes the keys of its app. */
    revokeKeys(merchantId: string): void {
      businessOf(world, merchantId).keysRevoked = true
    },
  }
}

function moneyControls(world: World) {
  const orderAt = (id: string) => world.locate((one) => one.orders.get(id), id)
  const captureAt = (orderId: string): { business: Business; capture: Capture } => {
    const { business, found } = orderAt(orderId)
    const capture = business.captureOf(found)
    if (!capture) throw new Error(`The order ${orderId} was not captured.`)
    return { business, capture }
  }
  return {
    order: (id: string): Order => orderAt(id).found,
    /** The payer approves an order. */
    approve(orderId: string, funding: Funding = 'balance'): void {
      const { business, found } = orderAt(orderId)
      approveOrder(world, business, found, funding)
    },
    /** A capture that is pending goes through, or not. */
    settlePending(orderId: string, outcome: 'COMPLETED' | 'DENIED'): void {
      const { business, capture } = captureAt(orderId)
      settlePending(world, business, capture, outcome)
    },
    /** The business refunds at PayPal itself; everything without an amount. */
    refundAtPayPal(orderId: string, minor: bigint | null = null): void {
      const { business, capture } = captureAt(orderId)
      refundCapture(world, business, capture, { minor })
    },
    /** The payer's bank takes all that is left of a payment, or a part of it. */
    reverse(orderId: string, given: { minor?: bigint; isListed?: boolean } = {}): void {
      const { business, capture } = captureAt(orderId)
      reverseCapture(world, business, capture, given)
    },
    openDispute(orderId: string, minor?: bigint): string {
      const { business, capture } = captureAt(orderId)
      return openDispute(world, business, capture, minor)
    },
    resolveDispute(disputeId: string, winner: 'seller' | 'buyer'): void {
      const { business, found } = world.locate((one) => one.disputes.get(disputeId), disputeId)
      resolveDispute(world, business, found, winner)
    },
    /** Lets the next charges of a stored account use another source. */
    fundTokens(merchantId: string, funding: Funding): void {
      for (const token of businessOf(world, merchantId).tokens.values()) token.funding = funding
    },
  }
}

function eventControls(world: World, webhooks: WebhookSender) {
  return {
    /** Sends a business's last event again, with deviations. Returns the receiver's status. */
    resend(merchantId: string, forgery: Forgery = {}): Promise<number> {
      const business = businessOf(world, merchantId)
      const event = business.events.at(-1)
      const webhook = [...business.webhooks.values()][0] ?? [...world.partnerWebhooks.values()][0]
      if (!event || !webhook) throw new Error('There is no event, or no webhook.')
      return webhooks.send(event, webhook, forgery)
    },
    /** Lets the call that verifies a webhook say no. */
    failVerification(failing: boolean): void {
      world.switches.verifiesAsFailure = failing
    },
    /** Creates the partner's webhook, as its operator does at PayPal. Returns its id. */
    createPartnerWebhook(url: string): string {
      const id = `PARTNERWEBHOOK${world.partnerWebhooks.size}`
      world.partnerWebhooks.set(id, { id, url, kinds: ['*'] })
      return id
    },
  }
}

function businessOf(world: World, merchantId: string): Business {
  const business = world.businesses.get(merchantId)
  if (!business) throw new Error(`There is no business ${merchantId}.`)
  return business
}
