import type { OpenIdKind } from './openid.ts'

/** https://developers.google.com/identity/openid-connect/openid-connect */
export const GOOGLE: OpenIdKind = {
  id: 'google',
  issuer: 'https://accounts.google.com',
  secretIn: 'body',
  personFrom: 'id-token',
}
