import type { WireObject } from '../state/wire-types.ts'

type Metadata = Record<string, string>

export interface Product extends WireObject {
  readonly object: 'product'
  readonly name: string
}

export interface Price extends WireObject {
  readonly object: 'price'
  readonly active: boolean
  readonly lookup_key: string | null
  readonly product: string
  readonly unit_amount: number
  readonly currency: string
}

export interface SubscriptionItem extends WireObject {
  readonly object: 'subscription_item'
  current_period_start: number
  current_period_end: number
  price: Price
}

export interface Subscription extends WireObject {
  readonly object: 'subscription'
  readonly customer: string
  readonly metadata: Metadata
  billing_cycle_anchor: number
  cancel_at: number | null
  cancel_at_period_end: boolean
  canceled_at: number | null
  default_payment_method: string | null
  ended_at: number | null
  items: { object: 'list'; data: [SubscriptionItem]; has_more: false; url: string }
  latest_invoice: string | null
  status: 'trialing' | 'active' | 'past_due' | 'canceled' | 'unpaid'
  trial_end: number | null
}

export interface Invoice extends WireObject {
  readonly object: 'invoice'
  readonly customer: string
  amount_due: number
  amount_paid: number
  amount_remaining: number
  attempt_count: number
  status: 'open' | 'paid'
  total: number
  parent: { subscription_details: { subscription: string; metadata: Metadata } }
}

export interface CheckoutSession extends WireObject {
  readonly object: 'checkout.session'
  readonly customer: string
  readonly price: string
  readonly trialEnd: number | null
  readonly subscriptionMetadata: Metadata
  readonly success_url: string
  readonly cancel_url: string
  status: 'open' | 'complete' | 'expired'
  subscription: string | null
}

export interface PortalSession extends WireObject {
  readonly object: 'billing_portal.session'
  readonly customer: string
  readonly return_url: string
}
