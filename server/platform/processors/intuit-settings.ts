import { z } from 'zod'
import { safeAddress } from '../safe-address.ts'

/** The registration of this installation at Intuit, for QuickBooks Online and QuickBooks Payments. */
export interface IntuitSettings {
  readonly clientId: string
  readonly clientSecret: string
  /** Page where a person gives access. */
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly revokeUrl: string
  /** https://quickbooks.api.intuit.com; https://sandbox-quickbooks.api.intuit.com for Intuit's own sandbox. */
  readonly apiUrl: string
  /** https://qbo.intuit.com: where people work in their books. */
  readonly appUrl: string
  /** The verifier token of the installation's webhooks; null where none are sent. */
  readonly webhookToken: string | null
  /** https://api.intuit.com, for payments; null where QuickBooks Payments is not offered. */
  readonly paymentsUrl: string | null
}

export const INTUIT_ADDRESSES = {
  authorizeUrl: 'https://appcenter.intuit.com/connect/oauth2',
  tokenUrl: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
  revokeUrl: 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke',
  apiUrl: 'https://quickbooks.api.intuit.com',
  appUrl: 'https://qbo.intuit.com',
  paymentsUrl: 'https://api.intuit.com',
} as const

const text = z.string().min(1).optional()

/** Environment settings of the installation at Intuit. */
export const intuitSettings = {
  INTUIT_CLIENT_ID: text,
  INTUIT_CLIENT_SECRET: text,
  INTUIT_AUTHORIZE_URL: safeAddress,
  INTUIT_TOKEN_URL: safeAddress,
  INTUIT_REVOKE_URL: safeAddress,
  INTUIT_API_URL: safeAddress,
  INTUIT_APP_URL: safeAddress,
  INTUIT_WEBHOOK_VERIFIER_TOKEN: z.string().min(24).optional(),
  INTUIT_PAYMENTS: z.enum(['on', 'off']).default('off'),
  INTUIT_PAYMENTS_URL: safeAddress,
}

type Values = { readonly [name in keyof typeof intuitSettings]?: string | undefined }

/** Returns the installation's settings; null when Intuit is not configured. Throws when only a part of them is. */
export function readIntuit(values: Values): { intuit: IntuitSettings | null } {
  const { INTUIT_CLIENT_ID: clientId, INTUIT_CLIENT_SECRET: clientSecret } = values
  if ((clientId === undefined) !== (clientSecret === undefined))
    throw new Error('INTUIT_CLIENT_ID and INTUIT_CLIENT_SECRET belong together: set both or neither.')
  if (clientId === undefined || clientSecret === undefined) {
    if (values.INTUIT_PAYMENTS === 'on')
      throw new Error('INTUIT_PAYMENTS needs INTUIT_CLIENT_ID and INTUIT_CLIENT_SECRET.')
    return { intuit: null }
  }
  return {
    intuit: {
      clientId,
      clientSecret,
      authorizeUrl: values.INTUIT_AUTHORIZE_URL ?? INTUIT_ADDRESSES.authorizeUrl,
      tokenUrl: values.INTUIT_TOKEN_URL ?? INTUIT_ADDRESSES.tokenUrl,
      revokeUrl: values.INTUIT_REVOKE_URL ?? INTUIT_ADDRESSES.revokeUrl,
      apiUrl: values.INTUIT_API_URL ?? INTUIT_ADDRESSES.apiUrl,
      appUrl: values.INTUIT_APP_URL ?? INTUIT_ADDRESSES.appUrl,
      webhookToken: values.INTUIT_WEBHOOK_VERIFIER_TOKEN ?? null,
      paymentsUrl:
        values.INTUIT_PAYMENTS === 'on' ? (values.INTUIT_PAYMENTS_URL ?? INTUIT_ADDRESSES.paymentsUrl) : null,
    },
  }
}
