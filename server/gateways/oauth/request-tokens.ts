import { z } from 'zod'
import type { Credentials } from '../payments/connection.ts'
import type { Outcome } from '../payments/outcome.ts'
import { callOAuth, failure } from './call-oauth.ts'

const tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.number().positive(),
})

export interface TokenEndpoint {
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** How the service takes the client's secret: in the Authorization header or in the form. */
  readonly secretIn: 'header' | 'form'
}

export type Grant =
  | { readonly grant_type: 'authorization_code'; readonly code: string; readonly redirect_uri: string }
  | { readonly grant_type: 'refresh_token'; readonly refresh_token: string }

/** The exchange of a stored refresh token, which is empty where the platform gave none. */
export const refreshGrant = (refreshToken = ''): Grant => ({
  grant_type: 'refresh_token',
  refresh_token: refreshToken,
})

/**
 * Exchanges a code or a refresh token. The former refresh token stays valid where the answer holds none. Fails with auth when the
 * person's consent has ended, and with rate_limited or unavailable while the exchange can be tried again.
 */
export async function requestTokens(
  { tokenUrl, clientId, clientSecret, secretIn }: TokenEndpoint,
  wallNow: () => number,
  grant: Grant & { readonly code_verifier?: string },
): Promise<Outcome<Credentials>> {
  if (grant.grant_type === 'refresh_token' && grant.refresh_token === '')
    return failure('auth', 'no_refresh_token')
  const client = { client_id: clientId, client_secret: clientSecret }
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const form = { ...grant, ...(secretIn === 'form' && client) }
  const answer = await callOAuth(tokenUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(secretIn === 'header' && { authorization: `Basic ${basic}` }),
    },
    body: new URLSearchParams(form).toString(),
  })
  if (!answer.ok) return answer
  const read = tokens.safeParse(answer.value)
  if (!read.success) return failure('unavailable', 'malformed_tokens')
  const { access_token, refresh_token, expires_in } = read.data
  return {
    ok: true,
    value: {
      accessToken: access_token,
      ...(refresh_token !== undefined && { refreshToken: refresh_token }),
      accessExpiresAt: new Date(wallNow() + expires_in * 1000).toISOString(), // an instant from the given clock
    },
  }
}
