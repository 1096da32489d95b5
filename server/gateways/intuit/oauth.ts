import type { IntuitSettings } from '../../platform/processors/intuit-settings.ts'
import { callOAuth } from '../oauth/call-oauth.ts'
import { requestTokens } from '../oauth/request-tokens.ts'
import type { Credentials } from '../payments/connection.ts'
import type { Outcome } from '../payments/outcome.ts'

/** Page at Intuit where a person chooses a company and gives access to these scopes. */
export function authorizePage(
  { authorizeUrl, clientId }: IntuitSettings,
  given: {
    readonly state: string
    readonly challenge: string
    readonly redirectUri: string
    readonly scope: string
  },
): string {
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: given.scope,
    redirect_uri: given.redirectUri,
    state: given.state,
    code_challenge: given.challenge,
    code_challenge_method: 'S256',
  })
  return `${authorizeUrl}?${query}`
}

/** Exchanges a code, or a refresh token. Intuit may send another refresh token each time: the newest one is valid. */
export const requestIntuitTokens = (
  settings: IntuitSettings,
  wallNow: () => number,
  grant: Parameters<typeof requestTokens>[2],
): Promise<Outcome<Credentials>> => requestTokens({ ...settings, secretIn: 'header' }, wallNow, grant)

/** Ends the access at Intuit. */
export async function revokeToken(
  { clientId, clientSecret, revokeUrl }: IntuitSettings,
  token: string,
): Promise<Outcome<void>> {
  const answer = await callOAuth(revokeUrl, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ token }),
  })
  return answer.ok ? { ok: true, value: undefined } : answer
}
