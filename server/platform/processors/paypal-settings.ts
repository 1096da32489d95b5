import { z } from 'zod'
import { safeAddress } from '../safe-address.ts'

/** PayPal's two worlds: real money, and the one of its developer accounts. */
export type PayPalWorld = 'live' | 'sandbox'

/** The registration of this installation as a PayPal partner, which connects businesses by a link. */
export interface PayPalPartner {
  readonly clientId: string
  readonly secret: string
  /** Our own merchant id at PayPal. */
  readonly partnerId: string
  /** Id of the webhook that was created at PayPal for all businesses; null without one. */
  readonly webhookId: string | null
  readonly world: PayPalWorld
}

export interface PayPalSettings {
  /** https://api-m.paypal.com and https://api-m.sandbox.paypal.com; a simulator's address on loopback in tests. */
  readonly apiUrls: Readonly<Record<PayPalWorld, string>>
  /** Origins from which certificates of webhooks are accepted. */
  readonly certificateOrigins: readonly string[]
  /** PayPal's script for browsers. */
  readonly scriptUrl: string
  /** Null where businesses connect by their own keys only. */
  readonly partner: PayPalPartner | null
  /** Our own address, to which PayPal leads payers back. */
  readonly appOrigin: string
}

export const PAYPAL_ADDRESSES = {
  live: 'https://api-m.paypal.com',
  sandbox: 'https://api-m.sandbox.paypal.com',
  scriptUrl: 'https://www.paypal.com/sdk/js',
} as const

/** Hosts that serve certificates beside the API's own. */
const CERTIFICATE_ORIGINS: Readonly<Record<string, string>> = {
  [PAYPAL_ADDRESSES.live]: 'https://api.paypal.com',
  [PAYPAL_ADDRESSES.sandbox]: 'https://api.sandbox.paypal.com',
}

const text = z.string().min(1).optional()

/** Environment settings of PayPal. */
export const payPalSettings = {
  PAYPAL: z.enum(['on', 'off']).default('off'),
  PAYPAL_CLIENT_ID: text,
  PAYPAL_CLIENT_SECRET: text,
  PAYPAL_PARTNER_ID: text,
  PAYPAL_WEBHOOK_ID: text,
  PAYPAL_PARTNER_WORLD: z.enum(['live', 'sandbox']).default('live'),
  PAYPAL_API_URL: safeAddress,
  PAYPAL_SANDBOX_API_URL: safeAddress,
  PAYPAL_SCRIPT_URL: safeAddress,
}

type Values = z.output<z.ZodObject<typeof payPalSettings>>

/** Returns PayPal's settings; null where it is not offered. Throws when only a part of a partner's registration is set. */
export function readPayPal(values: Values, appOrigin: string): { payPal: PayPalSettings | null } {
  const partner = partnerOf(values)
  if (values.PAYPAL === 'off') {
    if (partner) throw new Error('PAYPAL_CLIENT_ID needs PAYPAL=on.')
    return { payPal: null }
  }
  const apiUrls = {
    live: values.PAYPAL_API_URL ?? PAYPAL_ADDRESSES.live,
    sandbox: values.PAYPAL_SANDBOX_API_URL ?? PAYPAL_ADDRESSES.sandbox,
  }
  const origins = Object.values(apiUrls).flatMap((url) => [
    new URL(url).origin,
    ...(CERTIFICATE_ORIGINS[url] ? [CERTIFICATE_ORIGINS[url]] : []),
  ])
  const scriptUrl = values.PAYPAL_SCRIPT_URL ?? PAYPAL_ADDRESSES.scriptUrl
  return { payPal: { apiUrls, certificateOrigins: origins, scriptUrl, partner, appOrigin } }
}

function partnerOf(values: Values): PayPalPartner | null {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: secret, PAYPAL_PARTNER_ID: partnerId } = values
  const given = [clientId, secret, partnerId].filter((value) => value !== undefined)
  if (given.length === 0) return null
  if (clientId === undefined || secret === undefined || partnerId === undefined)
    throw new Error(
      'PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_PARTNER_ID belong together: set all three or none.',
    )
  const webhookId = values.PAYPAL_WEBHOOK_ID ?? null
  return { clientId, secret, partnerId, webhookId, world: values.PAYPAL_PARTNER_WORLD }
}
