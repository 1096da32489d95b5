import { z } from 'zod'
import { SIGN_IN_PROVIDER_IDS } from '../domain/people/sign-in-providers.ts'
import { marketingSource, ownFactors, signedIn } from './identity.ts'
import { route } from './route.ts'
import { email, name, requiredLine, requiredText, strict, text } from './shapes.ts'

const QUARTER_HOUR_S = 15 * 60
const HERE = { limit: 60, windowSeconds: QUARTER_HOUR_S }

const provider = z.enum(SIGN_IN_PROVIDER_IDS, 'Choose a provider.')
const redirectUrl = requiredLine(300).describe('one of our own pages for this provider, whole')
/** Values that the browser keeps until the callback; without both the provider's answer is refused. */
const kept = z.object({
  state: z.string().describe('goes to the provider and back'),
  browser_key: z.string().describe('sent only to Quittance'),
  scope: z.string(),
})

const broughtBack = strict({
  code: text(2000).default(''),
  scope: text(1000).default(''),
  extra_data: strict({
    state: requiredText(2000),
    browser_key: requiredText(200),
    iss: text(300).optional(),
    realmId: text(100).optional(),
  }),
})

const whichWay = strict({ provider, redirect_url: redirectUrl })
const providerToken = requiredText(4000)

const provided = z.object({ provider, name: z.string() })

export const socialLogins = {
  begin: route({
    method: 'GET',
    path: '/api/profile/authorization-url/',
    summary: 'Get the address that starts a login or sign-up with a provider',
    access: { kind: 'public' },
    rateLimit: HERE,
    query: whichWay.extend({ scope: text(300).optional() }),
    reply: z.object({
      url: z.string(),
      login_url: z.string().describe('the same'),
      connect_url: z.string().describe('the page where a user links the provider to their account'),
      data: kept,
    }),
  }),
  exchange: route({
    method: 'POST',
    path: '/api/profile/auth-code-exchange/',
    summary: 'Exchange a provider’s callback for a one-time token that proves the identity',
    access: { kind: 'public' },
    rateLimit: HERE,
    query: whichWay,
    body: broughtBack,
    reply: z.object({
      token: z.string().describe('logs in or signs up once, within ten minutes'),
      scope: z.string(),
      redirect: z.string().describe('the next page: / for a person who can log in, else the sign-up'),
      known: z.boolean().describe('this person has an account here'),
      profile: z.object({
        email: z.string().nullable(),
        email_verified: z.boolean(),
        first_name: z.string(),
        last_name: z.string(),
      }),
    }),
  }),
  logIn: route({
    method: 'POST',
    path: '/api/profile/provider-login/',
    summary: 'Log in with an exchange token, and an authenticator code where two-step login is on',
    access: { kind: 'public' },
    rateLimit: HERE,
    body: strict({ token: providerToken, auth_code: text(20).optional() }),
    reply: signedIn,
  }),
  signUp: route({
    method: 'POST',
    path: '/api/profile/provider-signup/',
    summary: 'Sign up with an exchange token',
    access: { kind: 'public' },
    rateLimit: { ...HERE, also: { field: 'email', limit: 5 } },
    body: strict({
      token: providerToken,
      email,
      first_name: name(100).default(''),
      last_name: name(100).default(''),
      marketing_source: marketingSource,
    }),
    reply: signedIn,
  }),
  signUpProfile: route({
    method: 'GET',
    path: '/api/accounts/signup/:provider/profile/',
    summary: 'Read the profile for a sign-up with a provider',
    access: { kind: 'public' },
    rateLimit: HERE,
    params: strict({ provider }),
    reply: provided.extend({
      lead: z.string(),
      scopes: z.array(z.string()),
      redirect_urls: z.array(z.string()).describe('the pages that may be named to the provider'),
      require_email: z
        .boolean()
        .describe('the provider may return no email address, so the sign-up asks for one'),
    }),
  }),
  list: route({
    method: 'GET',
    path: '/api/profile/identities/',
    summary: 'List the login providers',
    access: { kind: 'user' },
    reply: z.object({
      has_password: z.boolean(),
      second_factor: z.boolean(),
      providers: z.array(
        provided.extend({
          linked_at: z.string().nullable(),
          email: z.string().nullable().describe('as reported by the provider when it was linked'),
        }),
      ),
    }),
  }),
  beginLink: route({
    method: 'POST',
    path: '/api/profile/identities/',
    summary: 'Get the address that links a provider to your login. Needs your password',
    access: { kind: 'user' },
    rateLimit: { limit: 10, windowSeconds: QUARTER_HOUR_S },
    body: strict({ provider, redirect_url: redirectUrl, ...ownFactors }),
    reply: z.object({ url: z.string(), data: kept }),
  }),
  connect: route({
    method: 'PUT',
    path: '/api/profile/auth-code-connect/',
    summary: 'Link a provider with its callback',
    access: { kind: 'user' },
    rateLimit: HERE,
    query: whichWay,
    body: broughtBack,
    reply: z.object({ detail: z.string() }),
  }),
  unlink: route({
    method: 'POST',
    path: '/api/profile/identities/end/',
    summary: 'Unlink a provider',
    access: { kind: 'user' },
    rateLimit: { limit: 10, windowSeconds: QUARTER_HOUR_S },
    body: strict({ provider, ...ownFactors }),
    reply: z.object({ detail: z.string() }),
  }),
}
