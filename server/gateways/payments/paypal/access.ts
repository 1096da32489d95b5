import type { PayPalSettings } from '../../../platform/processors/paypal-settings.ts'
import type { Connection } from '../port.ts'

/** Keys with which a call is made, and the business in whose name. */
export interface Access {
  readonly apiUrl: string
  readonly clientId: string
  readonly secret: string
  /** Merchant id of the business in whose name a partner calls; null with the business's own keys. */
  readonly merchantId: string | null
}

/**
 * Returns the keys of a connection: the business's own, or the partner's with the business's merchant id. Null when this
 * installation is not a partner any more.
 */
export function accessOf(settings: PayPalSettings, { credentials, remoteId }: Connection): Access | null {
  const apiUrl = settings.apiUrls[credentials?.live ? 'live' : 'sandbox']
  if (credentials?.publishableKey)
    return {
      apiUrl,
      clientId: credentials.publishableKey,
      secret: credentials.accessToken ?? '',
      merchantId: null,
    }
  const { partner } = settings
  if (!partner || remoteId === undefined) return null
  return { ...partnerAccess(settings, partner), merchantId: remoteId }
}

export const partnerAccess = (
  { apiUrls }: PayPalSettings,
  { clientId, secret, world }: NonNullable<PayPalSettings['partner']>,
): Access => ({ apiUrl: apiUrls[world], clientId, secret, merchantId: null })

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Names the business in whose name a partner calls: an unsigned token beside the partner's own. */
export const authAssertion = (clientId: string, merchantId: string): string =>
  `${part({ alg: 'none' })}.${part({ iss: clientId, payer_id: merchantId })}.`
