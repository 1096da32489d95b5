import * as oidc from 'openid-client'
import { z } from 'zod'
import type { SignInProvider } from '../../../domain/people/sign-in-providers.ts'
import { isSafeIssuer, type SignInClient } from '../../platform/auth/sign-in-settings.ts'
import type { Answer, AuthorizationRequest, ExternalPerson, IdentityProvider, Result } from './port.ts'

/** How a provider departs from what OpenID Connect lets one expect. */
export interface OpenIdKind {
  readonly id: SignInProvider
  readonly issuer: string
  /** Of a provider whose published description names another issuer than its address says. */
  readonly metadata?: oidc.ServerMetadata
  /** How the provider's documentation lets us show our secret. */
  readonly secretIn: 'body' | 'header'
  /** Where name and address are result: in the signed statement, or only when asked for. */
  readonly personFrom: 'id-token' | 'userinfo'
}

const SCOPES = ['openid', 'profile', 'email']
const TIMEOUT_S = 10
const DESCRIPTION_KEPT_MS = 3_600_000

const text = z.string().optional().catch(undefined)
const truth = z.union([z.boolean(), z.stringbool()]).optional().catch(undefined)
const claims = z.object({
  email: text,
  email_verified: truth,
  // As Intuit writes them.
  emailVerified: truth,
  given_name: text,
  givenName: text,
  family_name: text,
  familyName: text,
})

/** A provider that speaks OpenID Connect. `nowMs` is the machine's clock. */
export function createOpenIdProvider(
  kind: OpenIdKind,
  client: SignInClient,
  nowMs: () => number,
): IdentityProvider {
  const known = knowledgeOf(kind, client, nowMs)
  return {
    id: kind.id,
    scopes: SCOPES,
    authorizationUrl: (errand, scopes) =>
      result(async () => addressOf(await known(), errand, scopes.join(' '))),
    identify: (answer) => result(async () => personOf(kind, await known(), answer)),
  }
}

/** The provider's description of itself, fetched when first needed and kept for an hour. A failure is not kept. */
function knowledgeOf(
  kind: OpenIdKind,
  { clientId, clientSecret, issuer }: SignInClient,
  nowMs: () => number,
): () => Promise<oidc.Configuration> {
  const auth =
    kind.secretIn === 'body' ? oidc.ClientSecretPost(clientSecret) : oidc.ClientSecretBasic(clientSecret)
  const address = issuer ?? kind.issuer
  // The signed statement is checked against the provider's keys as well, and not believed for the line it came by alone.
  const execute = [
    oidc.enableNonRepudiationChecks,
    ...(isSafeIssuer(address) && address.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
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
  errand: AuthorizationRequest,
  scope: string,
): Promise<string> {
  return oidc.buildAuthorizationUrl(config, {
    redirect_uri: errand.redirectUrl,
    scope,
    state: errand.state,
    nonce: errand.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(errand.verifier),
    code_challenge_method: 'S256',
  }).href
}

/** Asks for the statement of who it is; state, nonce, issuer, audience, times and signature are all checked. */
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

/** What the library throws, as a value: a provider's refusal, or that it could not be reached. */
async function result<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const { name, code } = error as { name: string; code?: string }
    const log = `${name} ${code ?? ''} ${error.message}`.slice(0, 300)
    return { ok: false, because: isSilence(error) ? 'unavailable' : 'refused', log }
  }
}

/** No answer, or one of a server in trouble. */
function isSilence(error: Error): boolean {
  const { cause, code } = error as { cause?: unknown; code?: string }
  if (error instanceof TypeError && /fetch failed/.test(error.message)) return true
  if (code === 'OAUTH_TIMEOUT' || error.name === 'TimeoutError') return true
  if (cause instanceof Response) return cause.status >= 500
  return cause instanceof Error && isSilence(cause)
}
