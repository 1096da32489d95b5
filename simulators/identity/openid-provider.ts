import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Configuration, Provider } from 'oidc-provider'
import type { ProviderFaults } from './faults.ts'
import { MemoryAdapter } from './memory-adapter.ts'
import {
  identityPage,
  readIdentityForm,
  SIMULATED_CLIENT,
  SIMULATED_SCOPES,
  type SimulatedPerson,
} from './people.ts'
import { readBody } from './read-body.ts'

export interface OpenIdSimulator {
  /** Handles a request below the issuer's path, which `url` no longer contains. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
}

interface Given {
  readonly name: string
  readonly issuer: string
  readonly secretIn: 'body' | 'header'
  readonly redirectUrls: readonly string[]
  readonly key: object
  readonly faults: ProviderFaults
}

/**
 * Simulates an OpenID Connect provider with the certified library and a page on which anybody can log in as
 * anybody.
 */
export function openIdSimulator(given: Given): OpenIdSimulator {
  const people = new Map<string, SimulatedPerson>()
  const provider = new Provider(given.issuer, settingsOf(given, people))
  provider.use(async (ctx, next) => {
    await next()
    given.faults.apply(ctx)
  })
  const callback = provider.callback()
  return {
    async handle(request, response) {
      const uid = /^\/interaction\/([\w-]+)/.exec(request.url ?? '')?.[1]
      if (uid === undefined) {
        await callback(request, response)
        return
      }
      if (request.method !== 'POST') {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        response.end(identityPage(`${given.issuer}/interaction/${uid}`, given.name))
        return
      }
      const person = readIdentityForm(await readBody(request))
      if (person !== null) people.set(person.subject, person)
      const result = person
        ? { login: { accountId: person.subject } }
        : { error: 'access_denied', error_description: 'The person refused.' }
      await provider.interactionFinished(request, response, result)
    },
  }
}

const settingsOf = (given: Given, people: ReadonlyMap<string, SimulatedPerson>): Configuration => ({
  clients: [
    {
      client_id: SIMULATED_CLIENT.id,
      client_secret: SIMULATED_CLIENT.secret,
      redirect_uris: [...given.redirectUrls],
      token_endpoint_auth_method: given.secretIn === 'body' ? 'client_secret_post' : 'client_secret_basic',
    },
  ],
  jwks: { keys: [given.key] },
  cookies: { keys: ['simulator cookie key'] },
  adapter: MemoryAdapter,
  pkce: { required: () => true },
  claims: { openid: ['sub'], profile: ['given_name', 'family_name'], email: ['email', 'email_verified'] },
  // Like Google and Xero, the ID token itself contains the profile.
  conformIdTokenClaims: false,
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_, interaction) => `${given.issuer}/interaction/${interaction.uid}` },
  ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  async loadExistingGrant(ctx) {
    const grant = new ctx.oidc.provider.Grant({
      clientId: ctx.oidc.client!.clientId,
      accountId: ctx.oidc.session!.accountId!,
    })
    grant.addOIDCScope(SIMULATED_SCOPES)
    await grant.save()
    return grant
  },
  findAccount: (_, subject) => ({
    accountId: subject,
    claims: () => ({ sub: subject, ...claimsOf(people.get(subject)) }),
  }),
})

const claimsOf = (person: SimulatedPerson | undefined) => ({
  given_name: person?.firstName,
  family_name: person?.lastName,
  email: person?.email,
  email_verified: person?.email === undefined ? undefined : person.emailVerified === true,
})
