/** The registration of this installation as a Stripe Connect platform. */
export interface StripeSettings {
  /** ca_… */
  readonly clientId: string
  /** sk_live_… or sk_test_… of the platform. */
  readonly secretKey: string
  /** https://api.stripe.com; a simulator's address on loopback in tests. */
  readonly apiUrl: string
  /** https://connect.stripe.com */
  readonly connectUrl: string
  /** Stripe's script for browsers, of the API's version. */
  readonly scriptUrl: string
}

export const STRIPE_ADDRESSES = {
  apiUrl: 'https://api.stripe.com',
  connectUrl: 'https://connect.stripe.com',
  scriptUrl: 'https://js.stripe.com/endive/stripe.js',
} as const
