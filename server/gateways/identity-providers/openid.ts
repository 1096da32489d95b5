import * as oidc from 'openid-client'
import { z } from 'zod'
import { HOUR_MS } from '../../../domain/dates/durations.ts'
import type { SignInProvider } from '../../../domain/people/sign-in-providers.ts'
import type { SignInClient } from '../../platform/auth/sign-in-settings.ts'
import { isSafeAddress } from '../../platform/safe-address.ts'
import type { Answer, AuthorizationRequest, ExternalPerson, IdentityProvider, Result } from './port.ts'

/** A provider's deviations from OpenID Connect. */
export interface OpenIdKind {
  readonly id: SignInProvider
  readonly issuer: string
  /** Set when a provider's discovery document names another issuer than its address. */
  readonly metadata?: oidc.ServerMetadata
  /** How the provider accepts the client secret. */
  readonly secretIn: 'body' | 'header'
  /** Source of name and email: the ID token or the userinfo endpoint. */
  readonly personFrom: 'id-token' | 'userinfo'
}

const SCOPES = ['openid', 'profile', 'email']
const TIMEOUT_S = 10
const DESCRIPTION_KEPT_MS = HOUR_MS

const text = z.string().optional().catch(undefined)
const truth = z.union([z.boolean(), z.stringbool()]).optional().catch(undefined)
const claims = z.object({
  email: text,
  email_verified: truth,
  // Intuit's spelling.
  emailVerified: truth,
  given_name: text,
  givenName: text,
  family_name: text,
  familyName: text,
})

/** Creates an OpenID Connect provider. `nowMs` is the system clock. */
export function createOpenIdProvider(
  kind: OpenIdKind,
  client: SignInClient,
  nowMs: () => number,
): IdentityProvider {
  const known = discover(kind, client, nowMs)
  return {
    id: kind.id,
    scopes: SCOPES,
    authorizationUrl: (request, scopes) =>
      result(async () => addressOf(await known(), request, scopes.join(' '))),
    identify: (answer) => result(async () => personOf(kind, await known(), answer)),
  }
}

/** Fetches the discovery document at first use and caches it for an hour. Failures are not cached. */
function discover(
  kind: OpenIdKind,
  { clientId, clientSecret, issuer }: SignInClient,
  nowMs: () => number,
): () => Promise<oidc.Configuration> {
  const auth =
    kind.secretIn === 'body' ? oidc.ClientSecretPost(clientSecret) : oidc.ClientSecretBasic(clientSecret)
  const address = issuer ?? kind.issuer
  // Verifies the ID token's signature too, instead of trusting the TLS connection alone.
  const execute = [
    oidc.enableNonRepudiationChecks,
    ...(isSafeAddress(address) && address.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
  ]
  if (issuer === undefined && kind.metadata !== undefined) {
    const fixed = new oidc.Configuration(kind.metadata, clientId, clientSecret, auth)
    fixed.timeout = TIMEOUT_S
    for (const prepare of execute) prepare(fixed)
    return async () => fixed
  }
  let kept: { until: number; config: Promise<oidc.Configuration> } | null = null
  return () => {
    if (kept !== null && nowMs() < kept.until) return kept.config
    const config = oidc.discovery(new URL(address), clientId, clientSecret, auth, {
      execute,
      timeout: TIMEOUT_S,
    })
    const entry = { until: nowMs() + DESCRIPTION_KEPT_MS, config }
    kept = entry
    config.catch(() => {
      if (kept === entry) kept = null
    })
    return config
  }
}

async function addressOf(
  config: oidc.Configuration,
  request: AuthorizationRequest,
  scope: string,
): Promise<string> {
  return oidc.buildAuthorizationUrl(config, {
    redirect_uri: request.redirectUrl,
    scope,
    state: request.state,
    nonce: request.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: 'S256',
  }).href
}

/** Exchanges the code for the ID token. Checks state, nonce, issuer, audience, times and signature. */
async function personOf(
  kind: OpenIdKind,
  config: oidc.Configuration,
  answer: Answer,
): Promise<ExternalPerson> {
  const came = new URL(answer.redirectUrl)
  came.searchParams.set('code', answer.code)
  came.searchParams.set('state', answer.state)
  if (answer.issuer !== undefined) came.searchParams.set('iss', answer.issuer)
  const tokens = await oidc.authorizationCodeGrant(config, came, {
    pkceCodeVerifier: answer.verifier,
    expectedState: answer.state,
    expectedNonce: answer.nonce,
    idTokenExpected: true,
  })
  const stated = tokens.claims()!
  const more =
    kind.personFrom === 'userinfo' ? await oidc.fetchUserInfo(config, tokens.access_token, stated.sub) : {}
  const said = claims.parse({ ...stated, ...more })
  return {
    subject: stated.sub,
    email: said.email ?? null,
    emailVerified: (said.email_verified ?? said.emailVerified) === true,
    firstName: said.given_name ?? said.givenName ?? '',
    lastName: said.family_name ?? said.familyName ?? '',
  }
}

/** Returns the library's errors as values: the provider refused, or could not be reached. */
async function result<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const { name, code } = error as { name: string; code?: string }
    const log = `${name} ${code ?? ''} ${error.message}`.slice(0, 300)
    return { ok: false, because: isUnavailable(error) ? 'unavailable' : 'refused', log }
  }
}

/** True for no response and for a server error. */
function isUnavailable(error: Error): boolean {
  const { cause, code } = error as { cause?: unknown; code?: string }
  if (error instanceof TypeError && /fetch failed/.test(error.message)) return true
  if (code === 'OAUTH_TIMEOUT' || error.name === 'TimeoutError') return true
  if (cause instanceof Response) return cause.status >= 500
  return cause instanceof Error && isUnavailable(cause)
}
