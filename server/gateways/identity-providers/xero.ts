import type { OpenIdKind } from './openid.ts'

/** https://developer.xero.com/documentation/guides/oauth2/sign-in. Requests no accounting scope. */
export const XERO: OpenIdKind = {
  id: 'xero',
  issuer: 'https://identity.xero.com',
  secretIn: 'header',
  personFrom: 'id-token',
}
