import { z } from 'zod'
import { safeAddress } from '../safe-address.ts'

/** The registration of this installation as a Stripe Connect platform. */
export interface StripeSettings {
  /** ca_… */
  readonly clientId: string
  /** sk_live_… or sk_test_… of the platform. */
  readonly secretKey: string
  /** pk_live_… or pk_test_… of the platform, for accounts that are opened from here; null where none are. */
  readonly publishableKey: string | null
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

const text = z.string().min(1).optional()

/** Environment settings of the platform at Stripe. */
export const stripeSettings = {
  STRIPE_CLIENT_ID: text,
  STRIPE_SECRET_KEY: text,
  STRIPE_PUBLISHABLE_KEY: text,
  STRIPE_API_URL: safeAddress,
  STRIPE_CONNECT_URL: safeAddress,
  STRIPE_SCRIPT_URL: safeAddress,
}

type Values = { readonly [name in keyof typeof stripeSettings]?: string | undefined }

/** Returns the platform's settings; null when Stripe is not configured. Throws when only a part of them is. */
export function readStripe(values: Values): { stripe: StripeSettings | null } {
  const { STRIPE_CLIENT_ID: clientId, STRIPE_SECRET_KEY: secretKey } = values
  if ((clientId === undefined) !== (secretKey === undefined))
    throw new Error('STRIPE_CLIENT_ID and STRIPE_SECRET_KEY belong together: set both or neither.')
  if (clientId === undefined || secretKey === undefined) return { stripe: null }
  return {
    stripe: {
      clientId,
      secretKey,
      publishableKey: values.STRIPE_PUBLISHABLE_KEY ?? null,
      apiUrl: values.STRIPE_API_URL ?? STRIPE_ADDRESSES.apiUrl,
      connectUrl: values.STRIPE_CONNECT_URL ?? STRIPE_ADDRESSES.connectUrl,
      scriptUrl: values.STRIPE_SCRIPT_URL ?? STRIPE_ADDRESSES.scriptUrl,
    },
  }
}
