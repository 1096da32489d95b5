import { z } from 'zod'
import type { ClioSettings } from '../../../platform/processors/clio-settings.ts'
import type { Connection, Credentials, Outcome } from '../port.ts'
import type { ClioClient } from './client.ts'
import { failure, malformed } from './failure.ts'

const CALL_MS = 20_000

const tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number().positive(),
})

const REGION_NAMES = { us: 'United States', ca: 'Canada', eu: 'European', au: 'Australia' } as const

/** Page at Clio where a person gives access to their firm. Clio has no PKCE; the state binds the answer to the session. */
export function authorizePage(
  { url, clientId }: ClioSettings,
  given: { readonly state: string; readonly redirectUri: string },
): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: given.redirectUri,
    state: given.state,
    redirect_on_decline: 'true',
  })
  return `${url}/oauth/authorize?${query}`
}

/** Exchanges the code, and reads which firm the person belongs to. */
export async function finishConsent(
  settings: ClioSettings,
  call: ClioClient,
  wallNow: () => number,
  answer: { readonly code: string; readonly redirectUri: string },
): Promise<Outcome<Credentials>> {
  const made = await requestTokens(settings, wallNow, {
    grant_type: 'authorization_code',
    code: answer.code,
    redirect_uri: answer.redirectUri,
  })
  if (!made.ok) return made
  const firm = await readFirm(call, { accountId: '', credentials: made.value })
  if (!firm.ok)
    return firm.error.kind === 'auth' ? failure('auth', 'wrong_region', wrongRegion(settings)) : firm
  return { ok: true, value: { ...made.value, remoteId: `${settings.region}-${firm.value.id}` } }
}

/** A code or token of another region is refused as if it were made up. */
export const wrongRegion = ({ region }: ClioSettings) => ({
  userMessage: `Clio did not accept this access. Quittance connects firms of Clio’s ${REGION_NAMES[region]} region; a firm of another region can’t be connected here.`,
})

/** Exchanges a code or a refresh token. A refresh token stays the same unless the answer holds another. */
export async function requestTokens(
  settings: ClioSettings,
  wallNow: () => number,
  grant: Readonly<Record<string, string>>,
): Promise<Outcome<Credentials>> {
  const { clientId, clientSecret, url } = settings
  const answer = await send(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...grant }).toString(),
  })
  if (!answer.ok)
    return answer.error.kind === 'auth' && grant.grant_type === 'authorization_code'
      ? failure('auth', answer.error.code, wrongRegion(settings))
      : answer
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

const FIRM_FIELDS = 'id,name,email,phone_number,account{id,name}'

const person = z.object({
  data: z.object({
    email: z.string().nullish(),
    phone_number: z.string().nullish(),
    account: z.object({ id: z.number().int().positive(), name: z.string().nullish() }),
  }),
})

interface Firm {
  readonly id: number // not money: Clio's id
  readonly name: string
  readonly email: string
  readonly phone: string
}

/** Reads the firm of the person who gave access. */
export async function readFirm(call: ClioClient, connection: Connection): Promise<Outcome<Firm>> {
  const answer = await call(connection, {
    method: 'GET',
    path: 'users/who_am_i.json',
    query: { fields: FIRM_FIELDS },
  })
  if (!answer.ok) return answer
  const read = person.safeParse(answer.value.value)
  if (!read.success) return malformed
  const { account, email, phone_number: phone } = read.data.data
  return {
    ok: true,
    value: { id: account.id, name: account.name ?? '', email: email ?? '', phone: phone ?? '' },
  }
}

/** Ends the access of the app to the firm. */
export async function endAccess({ url }: ClioSettings, { credentials }: Connection): Promise<Outcome<void>> {
  const answer = await send(`${url}/oauth/deauthorize`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credentials?.accessToken ?? ''}` },
  })
  return answer.ok || answer.error.kind === 'auth' ? { ok: true, value: undefined } : answer
}

async function send(url: string, request: RequestInit): Promise<Outcome<unknown>> {
  try {
    const response = await fetch(url, {
      ...request,
      headers: { accept: 'application/json', ...request.headers },
      redirect: 'error',
      signal: AbortSignal.timeout(CALL_MS),
    })
    const text = await response.text()
    if (response.ok) return { ok: true, value: text === '' ? null : JSON.parse(text) }
    if (response.status === 429) return failure('rate_limited', 'limit', { retryAfterMs: 60_000 })
    // invalid_grant: the code or the refresh token is used, of another region, or revoked.
    return failure(response.status < 500 ? 'auth' : 'unavailable', `http_${response.status}`)
  } catch {
    return failure('unavailable', 'no_answer')
  }
}
