import type { Capture, Dispute, Funding, Order, PayPalEvent, Refund } from './wire-types.ts'

export interface VaultToken {
  readonly id: string
  readonly customerId: string
  funding: Funding
}

export interface Webhook {
  readonly id: string
  readonly url: string
  readonly kinds: readonly string[]
}

/** Keys of an app: of a business, or of a partner. */
export interface AppKeys {
  readonly clientId: string
  readonly secret: string
}

/** Everything of one business at PayPal. */
export class Business {
  readonly merchantId: string
  readonly name: string
  readonly email: string
  readonly app: AppKeys
  /** False keeps the report of transactions, the vault or the disputes from this business's app. */
  readonly features: { vault: boolean; reporting: boolean; disputes: boolean }
  emailConfirmed = true
  receivable = true
  /** Currencies that it accepts; null for all. */
  currencies: ReadonlySet<string> | null = null
  keysRevoked = false
  /** Tracking id with which it agreed to the partner; null while it did not. */
  trackingId: string | null = null

  readonly orders = new Map<string, Order>()
  readonly captures = new Map<string, Capture>()
  readonly refunds = new Map<string, Refund>()
  readonly disputes = new Map<string, Dispute>()
  readonly tokens = new Map<string, VaultToken>()
  readonly webhooks = new Map<string, Webhook>()
  readonly events: PayPalEvent[] = []
  /** Funding chosen by the payer, and whether the account is to be stored, by order. */
  readonly choices = new Map<string, { funding: Funding; store: boolean }>()

  constructor(given: Pick<Business, 'merchantId' | 'name' | 'email' | 'app' | 'features'>) {
    this.merchantId = given.merchantId
    this.name = given.name
    this.email = given.email
    this.app = given.app
    this.features = given.features
  }

  captureOf(order: Order): Capture | undefined {
    return order.purchase_units[0]!.payments?.captures.at(-1)
  }
}
