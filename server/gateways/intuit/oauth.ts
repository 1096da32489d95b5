import { z } from 'zod'
import type { IntuitSettings } from '../../platform/processors/intuit-settings.ts'
import type { Credentials } from '../payments/connection.ts'
import type { Outcome, ProcessorErrorKind } from '../payments/outcome.ts'

/** Milliseconds; the platform keeps this clock out of its adapters. */
type WallClock = () => number

const CALL_MS = 20_000

const tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
})

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
export async function requestTokens(
  settings: IntuitSettings,
  wallNow: WallClock,
  grant: Readonly<Record<string, string>>,
): Promise<Outcome<Credentials>> {
  const answer = await post(settings, settings.tokenUrl, new URLSearchParams(grant).toString(), FORM)
  if (!answer.ok) return answer
  const parsed = tokens.safeParse(answer.value)
  if (!parsed.success) return failure('unavailable', 'malformed_tokens')
  const { access_token, refresh_token, expires_in } = parsed.data
  return {
    ok: true,
    value: {
      accessToken: access_token,
      refreshToken: refresh_token,
      accessExpiresAt: new Date(wallNow() + expires_in * 1000).toISOString(), // an instant from the given clock
    },
  }
}

/** Ends the access at Intuit. */
export async function revokeToken(settings: IntuitSettings, token: string): Promise<Outcome<void>> {
  const answer = await post(settings, settings.revokeUrl, JSON.stringify({ token }), 'application/json')
  return answer.ok ? { ok: true, value: undefined } : answer
}

const FORM = 'application/x-www-form-urlencoded'

async function post(
  { clientId, clientSecret }: IntuitSettings,
  url: string,
  body: string,
  contentType: string,
): Promise<Outcome<unknown>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': contentType,
        accept: 'application/json',
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(CALL_MS),
    })
    const text = await response.text()
    if (response.ok) return { ok: true, value: text === '' ? null : JSON.parse(text) }
    // invalid_grant: the code or the refresh token is used, expired or revoked.
    return failure(response.status < 500 ? 'auth' : 'unavailable', `http_${response.status}`)
  } catch {
    return failure('unavailable', 'no_answer')
  }
}

const failure = (kind: ProcessorErrorKind, code: string): Outcome<never> => ({
  ok: false,
  error: { kind, code, raw: null },
})
