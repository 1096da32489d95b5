import { z } from 'zod'
import { safeAddress } from '../safe-address.ts'
import { STRIPE_ADDRESSES } from './stripe-settings.ts'

/** Selling of Quittance's own plans. */
export type BillingSettings = { readonly provider: 'sandbox' } | StripeBillingSettings

export interface StripeBillingSettings {
  readonly provider: 'stripe'
  /** sk_live_… or sk_test_… of the account that sells the plans. */
  readonly secretKey: string
  /** whsec_… of the webhook endpoint at that account. */
  readonly webhookSecret: string
  readonly apiUrl: string
}

/** A signature proves nothing when its secret is easy to guess. */
const SHORTEST_SECRET = 24

const text = z.string().min(1).optional()

export const billingSettings = {
  BILLING: z.enum(['off', 'sandbox', 'stripe'], 'it is off, sandbox or stripe.').optional(),
  STRIPE_BILLING_SECRET_KEY: text,
  STRIPE_BILLING_WEBHOOK_SECRET: text,
  STRIPE_BILLING_API_URL: safeAddress,
}

type Values = {
  readonly [name in keyof typeof billingSettings]?: z.output<(typeof billingSettings)[name]>
}

/** Returns null where no plans are sold. Throws when Stripe is chosen and one of its settings is missing. */
export function readBilling(values: Values, production: boolean): { billing: BillingSettings | null } {
  const { STRIPE_BILLING_SECRET_KEY: secretKey, STRIPE_BILLING_WEBHOOK_SECRET: webhookSecret } = values
  const provider = values.BILLING ?? (secretKey === undefined ? 'off' : 'stripe')
  if (provider === 'off') return { billing: null }
  if (provider === 'sandbox') {
    if (production)
      throw new Error(
        'BILLING is sandbox: its cards move no money, so it is not for production. Set it to off.',
      )
    return { billing: { provider } }
  }
  if (secretKey === undefined || webhookSecret === undefined)
    throw new Error('STRIPE_BILLING_SECRET_KEY and STRIPE_BILLING_WEBHOOK_SECRET belong together: set both.')
  if (webhookSecret.length < SHORTEST_SECRET)
    throw new Error(
      'STRIPE_BILLING_WEBHOOK_SECRET is too short. Copy it from the webhook endpoint at Stripe.',
    )
  const apiUrl = values.STRIPE_BILLING_API_URL ?? STRIPE_ADDRESSES.apiUrl
  return { billing: { provider, secretKey, webhookSecret, apiUrl } }
}
