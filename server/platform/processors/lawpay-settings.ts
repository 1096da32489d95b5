import { z } from 'zod'
import { safeAddress } from '../safe-address.ts'

/** The registration of this installation as a partner of LawPay (8am). */
export interface LawPaySettings {
  readonly clientId: string
  readonly clientSecret: string
  /** Takes payments with the accounts for tests, which move no money. */
  readonly testAccounts: boolean
  /** https://secure.lawpay.com, where a person gives access. */
  readonly oauthUrl: string
  /** https://api.8am.com, for tokens and the accounts of a business. */
  readonly platformUrl: string
  /** https://api.chargeio.com, for payments. */
  readonly apiUrl: string
  /** Script of the hosted fields. */
  readonly scriptUrl: string
}

const LAWPAY_ADDRESSES = {
  oauthUrl: 'https://secure.lawpay.com',
  platformUrl: 'https://api.8am.com',
  apiUrl: 'https://api.chargeio.com',
  scriptUrl: 'https://cdn.affinipay.com/hostedfields/1.5.3/fieldGen_1.5.3.js',
} as const

const text = z.string().min(1).optional()

/** Environment settings of the partner at LawPay. */
export const lawPaySettings = {
  LAWPAY_CLIENT_ID: text,
  LAWPAY_CLIENT_SECRET: text,
  LAWPAY_TEST_ACCOUNTS: z.enum(['on', 'off']).default('off'),
  LAWPAY_OAUTH_URL: safeAddress,
  LAWPAY_PLATFORM_URL: safeAddress,
  LAWPAY_API_URL: safeAddress,
  LAWPAY_SCRIPT_URL: safeAddress,
}

type Values = { readonly [name in keyof typeof lawPaySettings]?: string | undefined }

/** Returns the partner's settings; null when LawPay is not configured. Throws when only a part of them is. */
export function readLawPay(values: Values): { lawPay: LawPaySettings | null } {
  const { LAWPAY_CLIENT_ID: clientId, LAWPAY_CLIENT_SECRET: clientSecret } = values
  if ((clientId === undefined) !== (clientSecret === undefined))
    throw new Error('LAWPAY_CLIENT_ID and LAWPAY_CLIENT_SECRET belong together: set both or neither.')
  if (clientId === undefined || clientSecret === undefined) return { lawPay: null }
  return {
    lawPay: {
      clientId,
      clientSecret,
      testAccounts: values.LAWPAY_TEST_ACCOUNTS === 'on',
      oauthUrl: values.LAWPAY_OAUTH_URL ?? LAWPAY_ADDRESSES.oauthUrl,
      platformUrl: values.LAWPAY_PLATFORM_URL ?? LAWPAY_ADDRESSES.platformUrl,
      apiUrl: values.LAWPAY_API_URL ?? LAWPAY_ADDRESSES.apiUrl,
      scriptUrl: values.LAWPAY_SCRIPT_URL ?? LAWPAY_ADDRESSES.scriptUrl,
    },
  }
}
