import type { OpenIdKind } from './openid.ts'

const PLATFORM = 'https://oauth.platform.intuit.com'

/**
 * https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/openid-connect
 * The metadata is fixed here, because Intuit's discovery document is not at its issuer's address.
 */
export const QUICKBOOKS: OpenIdKind = {
  id: 'quickbooks',
  issuer: `${PLATFORM}/op/v1`,
  metadata: {
    issuer: `${PLATFORM}/op/v1`,
    authorization_endpoint: 'https://appcenter.intuit.com/connect/oauth2',
    token_endpoint: `${PLATFORM}/oauth2/v1/tokens/bearer`,
    userinfo_endpoint: 'https://accounts.platform.intuit.com/v1/openid_connect/userinfo',
    jwks_uri: `${PLATFORM}/op/v1/jwks`,
    id_token_signing_alg_values_supported: ['RS256'],
  },
  secretIn: 'header',
  personFrom: 'userinfo',
}
