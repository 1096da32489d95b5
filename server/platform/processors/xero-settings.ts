import { z } from 'zod'
import { safeAddress } from '../safe-address.ts'

/** The registration of this installation at Xero, for reading books. */
export interface XeroSettings {
  readonly clientId: string
  readonly clientSecret: string
  readonly scopes: string
  /** Page where a person chooses an organisation and gives access. */
  readonly authorizeUrl: string
  readonly tokenUrl: string
  /** https://api.xero.com */
  readonly apiUrl: string
  /** https://go.xero.com: where people work in their books. */
  readonly appUrl: string
  /** Signs webhooks; null where none are sent. */
  readonly webhookKey: string | null
}

/** Scopes of apps that were registered after March 2, 2026. Older apps name `accounting.transactions` instead of the single ones. */
const SCOPES = [
  'offline_access',
  'accounting.contacts.read',
  'accounting.settings.read',
  'accounting.invoices',
  'accounting.payments',
  'accounting.banktransactions',
].join(' ')

const XERO_ADDRESSES = {
  authorizeUrl: 'https://login.xero.com/identity/connect/authorize',
  tokenUrl: 'https://identity.xero.com/connect/token',
  apiUrl: 'https://api.xero.com',
  appUrl: 'https://go.xero.com',
} as const

const text = z.string().min(1).optional()

/** Environment settings of the installation at Xero. Those without BOOKS are of logins by Xero, which may be another app. */
export const xeroSettings = {
  XERO_BOOKS_CLIENT_ID: text,
  XERO_BOOKS_CLIENT_SECRET: text,
  XERO_BOOKS_SCOPES: text,
  XERO_BOOKS_AUTHORIZE_URL: safeAddress,
  XERO_BOOKS_TOKEN_URL: safeAddress,
  XERO_BOOKS_API_URL: safeAddress,
  XERO_BOOKS_APP_URL: safeAddress,
  XERO_BOOKS_WEBHOOK_KEY: z.string().min(24).optional(),
}

type Values = { readonly [name in keyof typeof xeroSettings]?: string | undefined }

/** Returns the installation's settings; null when Xero is not configured. Throws when only a part of them is. */
export function readXero(values: Values): { xero: XeroSettings | null } {
  const { XERO_BOOKS_CLIENT_ID: clientId, XERO_BOOKS_CLIENT_SECRET: clientSecret } = values
  if ((clientId === undefined) !== (clientSecret === undefined))
    throw new Error('XERO_BOOKS_CLIENT_ID and XERO_BOOKS_CLIENT_SECRET belong together: set both or neither.')
  if (clientId === undefined || clientSecret === undefined) return { xero: null }
  return {
    xero: {
      clientId,
      clientSecret,
      scopes: values.XERO_BOOKS_SCOPES ?? SCOPES,
      authorizeUrl: values.XERO_BOOKS_AUTHORIZE_URL ?? XERO_ADDRESSES.authorizeUrl,
      tokenUrl: values.XERO_BOOKS_TOKEN_URL ?? XERO_ADDRESSES.tokenUrl,
      apiUrl: values.XERO_BOOKS_API_URL ?? XERO_ADDRESSES.apiUrl,
      appUrl: values.XERO_BOOKS_APP_URL ?? XERO_ADDRESSES.appUrl,
      webhookKey: values.XERO_BOOKS_WEBHOOK_KEY ?? null,
    },
  }
}
