import { createHmac, hash } from 'node:crypto'
import { z } from 'zod'
import type { SignInClient } from '../../platform/auth/sign-in-settings.ts'
import type { Answer, AuthorizationRequest, ExternalPerson, IdentityProvider, Result } from './port.ts'

const VERSION = 'v26.0'
const SCOPES = ['public_profile', 'email']
const TIMEOUT_MS = 10_000

const granted = z.object({ access_token: z.string().min(1) })
const profile = z.object({
  id: z.string().min(1),
  email: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
})

/**
 * Facebook Login: OAuth 2 and a profile, without an ID token.
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
 * The email may be missing and never counts as verified. Profile requests carry the appsecret_proof.
 */
export function createFacebookProvider(client: SignInClient): IdentityProvider {
  const dialog = client.issuer?.replace(/\/+$/, '') ?? 'https://www.facebook.com'
  const graph = client.issuer?.replace(/\/+$/, '') ?? 'https://graph.facebook.com'
  return {
    id: 'facebook',
    scopes: SCOPES,
    async authorizationUrl(request, scopes) {
      return { ok: true, value: addressOf(`${dialog}/${VERSION}/dialog/oauth`, client, request, scopes) }
    },
    async identify(answer) {
      const tokens = await ask(`${graph}/${VERSION}/oauth/access_token`, exchangeOf(client, answer), granted)
      if (!tokens.ok) return tokens
      const me = await ask(`${graph}/${VERSION}/me`, proofOf(client, tokens.value.access_token), profile)
      return me.ok ? { ok: true, value: asPerson(me.value) } : me
    },
  }
}

const asPerson = (me: z.output<typeof profile>): ExternalPerson => ({
  subject: me.id,
  email: me.email ?? null,
  emailVerified: false,
  firstName: me.first_name ?? '',
  lastName: me.last_name ?? '',
})

function addressOf(
  dialog: string,
  { clientId }: SignInClient,
  request: AuthorizationRequest,
  scopes: readonly string[],
): string {
  const url = new URL(dialog)
  url.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: request.redirectUrl,
    response_type: 'code',
    scope: scopes.join(','),
    state: request.state,
    code_challenge: hash('sha256', request.verifier, 'base64url'),
    code_challenge_method: 'S256',
  }).toString()
  return url.href
}

const exchangeOf = ({ clientId, clientSecret }: SignInClient, answer: Answer) => ({
  client_id: clientId,
  client_secret: clientSecret,
  redirect_uri: answer.redirectUrl,
  code: answer.code,
  code_verifier: answer.verifier,
})

const proofOf = ({ clientSecret }: SignInClient, accessToken: string) => ({
  fields: 'id,first_name,last_name,email',
  access_token: accessToken,
  appsecret_proof: createHmac('sha256', clientSecret).update(accessToken).digest('hex'),
  // The Graph API treats this as a GET, and the secrets stay out of URLs.
  method: 'get',
})

async function ask<T>(
  address: string,
  form: Record<string, string>,
  shape: z.ZodType<T>,
): Promise<Result<T>> {
  let status = 0
  let body: unknown
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const reply = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'error',
      signal,
    })
    status = reply.status
    body = await reply.json()
  } catch (error) {
    return { ok: false, because: 'unavailable', log: `${status} ${(error as Error).name}` }
  }
  const read = shape.safeParse(body)
  if (status === 200 && read.success) return { ok: true, value: read.data }
  return { ok: false, because: status >= 500 ? 'unavailable' : 'refused', log: `facebook answered ${status}` }
}
