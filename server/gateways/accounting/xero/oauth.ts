import { z } from 'zod'
import type { XeroSettings } from '../../../platform/processors/xero-settings.ts'
import { callOAuth } from '../../oauth/call-oauth.ts'
import { requestTokens } from '../../oauth/request-tokens.ts'
import type { Connection, Credentials, Outcome } from '../port.ts'
import { failure } from './failure.ts'

const claims = z.object({ authentication_event_id: z.guid().optional() })
const connections = z.array(z.object({ id: z.guid(), tenantId: z.guid(), tenantType: z.string() }))

/** Page at Xero where a person chooses an organisation and gives access. */
export function authorizePage(
  settings: XeroSettings,
  given: { readonly state: string; readonly challenge: string; readonly redirectUri: string },
): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: settings.clientId,
    redirect_uri: given.redirectUri,
    scope: settings.scopes,
    state: given.state,
    code_challenge: given.challenge,
    code_challenge_method: 'S256',
  })
  return `${settings.authorizeUrl}?${query}`
}

/** Exchanges the code of a consent for tokens, and finds the organisation that was chosen. */
export async function finishConsent(
  settings: XeroSettings,
  wallNow: () => number,
  answer: { readonly code: string; readonly verifier: string; readonly redirectUri: string },
): Promise<Outcome<Credentials>> {
  const made = await requestXeroTokens(settings, wallNow, {
    grant_type: 'authorization_code',
    code: answer.code,
    redirect_uri: answer.redirectUri,
    code_verifier: answer.verifier,
  })
  if (!made.ok) return made
  const tenant = await chosenTenant(settings, made.value.accessToken ?? '')
  return tenant.ok ? { ok: true, value: { ...made.value, remoteId: tenant.value } } : tenant
}

/** Exchanges a code or a refresh token. A refresh token works once: the answer holds the next one. */
export const requestXeroTokens = (
  settings: XeroSettings,
  wallNow: () => number,
  grant: Parameters<typeof requestTokens>[2],
): Promise<Outcome<Credentials>> => requestTokens({ ...settings, secretIn: 'header' }, wallNow, grant)

/**
 * Returns the organisation of this consent. The person may have connected others before, which the token reaches too; the event's
 * id in the token tells which one is meant.
 */
async function chosenTenant(settings: XeroSettings, accessToken: string): Promise<Outcome<string>> {
  const eventId = eventOf(accessToken)
  const found = await listConnections(settings, accessToken, eventId)
  if (!found.ok) return found
  const organisations = found.value.filter(({ tenantType }) => tenantType === 'ORGANISATION')
  const [only] = organisations
  if (!only) return failure('invalid', 'no_company')
  if (organisations.length > 1)
    return failure('invalid', 'several_companies', {
      userMessage:
        'Several organisations were chosen at Xero. Connect again and choose the one whose invoices you collect.',
    })
  return { ok: true, value: only.tenantId }
}

/** The token was just received from Xero, so its signature isn't checked to read it. */
function eventOf(accessToken: string): string | null {
  try {
    const payload = Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString('utf8')
    return claims.parse(JSON.parse(payload)).authentication_event_id ?? null
  } catch {
    return null
  }
}

async function listConnections(
  { apiUrl }: XeroSettings,
  accessToken: string,
  eventId: string | null,
): Promise<Outcome<z.output<typeof connections>>> {
  const query = eventId === null ? '' : `?${new URLSearchParams({ authEventId: eventId })}`
  const answer = await callOAuth(`${apiUrl}/connections${query}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  if (!answer.ok) return answer
  const read = connections.safeParse(answer.value)
  return read.success ? { ok: true, value: read.data } : failure('unavailable', 'malformed_connections')
}

/** Ends the access to one organisation. The tokens stay, because they may reach others of the same person. */
export async function removeConnection(
  settings: XeroSettings,
  { remoteId, credentials }: Connection,
): Promise<Outcome<void>> {
  const accessToken = credentials?.accessToken ?? ''
  const found = await listConnections(settings, accessToken, null)
  if (!found.ok) return found
  const own = found.value.find(({ tenantId }) => tenantId === remoteId)
  if (!own) return { ok: true, value: undefined }
  const answer = await callOAuth(`${settings.apiUrl}/connections/${own.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${accessToken}` },
  })
  return answer.ok ? { ok: true, value: undefined } : answer
}
