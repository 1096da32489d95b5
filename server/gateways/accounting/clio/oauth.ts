import { z } from 'zod'
import type { ClioSettings } from '../../../platform/processors/clio-settings.ts'
import { callOAuth } from '../../oauth/call-oauth.ts'
import { requestTokens } from '../../oauth/request-tokens.ts'
import type { Connection, Credentials, Outcome } from '../port.ts'
import type { ClioClient } from './client.ts'
import { failure, malformed } from './failure.ts'

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
  const made = await requestClioTokens(settings, wallNow, {
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
const wrongRegion = ({ region }: ClioSettings) => ({
  userMessage: `Clio did not accept this access. Quittance connects firms of Clio’s ${REGION_NAMES[region]} region; a firm of another region can’t be connected here.`,
})

/** Exchanges a code or a refresh token. A refresh token stays the same unless the answer holds another. */
export async function requestClioTokens(
  settings: ClioSettings,
  wallNow: () => number,
  grant: Parameters<typeof requestTokens>[2],
): Promise<Outcome<Credentials>> {
  const endpoint = { ...settings, tokenUrl: `${settings.url}/oauth/token`, secretIn: 'form' } as const
  const answer = await requestTokens(endpoint, wallNow, grant)
  return !answer.ok && answer.error.kind === 'auth' && grant.grant_type === 'authorization_code'
    ? failure('auth', answer.error.code, wrongRegion(settings))
    : answer
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
  const answer = await callOAuth(`${url}/oauth/deauthorize`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credentials?.accessToken ?? ''}` },
  })
  return answer.ok || answer.error.kind === 'auth' ? { ok: true, value: undefined } : answer
}
