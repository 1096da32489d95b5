import type { OpenIdKind } from './openid.ts'

/** https://developer.xero.com/documentation/guides/oauth2/sign-in: no scope of accounting is asked for. */
export const XERO: OpenIdKind = {
  id: 'xero',
  issuer: 'https://identity.xero.com',
  secretIn: 'header',
  personFrom: 'id-token',
}
