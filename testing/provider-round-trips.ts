import { beforeEach } from 'vitest'
import { SIGN_IN_PROVIDERS, type SignInProvider } from '../domain/people/sign-in-providers.ts'
import type { SimulatedPerson } from '../simulators/identity/people.ts'
import { signInAt } from '../simulators/identity/sign-in.ts'
import { type IdentitySimulator, startIdentitySimulator } from '../simulators/identity/start-simulator.ts'
import { type ApiAnswer, type ApiCall, callApi } from './call-api.ts'
import { setUp } from './set-up.ts'
import { createTestServer, type TestServer } from './test-server.ts'

const APP_ORIGIN = 'http://localhost:3000'

/** Values that a browser stores between the authorization request and the callback. */
export interface AuthorizationFlow {
  readonly provider: SignInProvider
  readonly redirectUrl: string
  readonly url: string
  readonly data: { readonly state: string; readonly browser_key: string; readonly scope: string }
}

export interface Exchanged {
  readonly token: string
  readonly scope: string
  readonly redirect: string
  readonly known: boolean
  readonly profile: {
    readonly email: string | null
    readonly email_verified: boolean
    readonly first_name: string
  }
  readonly code: string
  readonly detail: string
}

/** A server with simulated providers. */
export interface ProviderRoundTrips {
  readonly test: TestServer
  readonly simulator: IdentitySimulator
  call<Body>(call: ApiCall): Promise<ApiAnswer<Body>>
  /** Starts an authorization for the provider's first page, or for the given one. */
  begin(provider: SignInProvider, page?: string): Promise<AuthorizationFlow>
  /** Approves the request at the provider as `person`. Returns the body of an exchange. */
  approve(flow: AuthorizationFlow, person: SimulatedPerson): Promise<ProviderCallback>
  /** Submits a callback: to the linking call with a session's token, otherwise to the exchange. */
  submit(flow: AuthorizationFlow, callback: ProviderCallback, token?: string): Promise<ApiAnswer<Exchanged>>
  /** A complete round trip: begin, approve, submit. */
  complete(provider: SignInProvider, person: SimulatedPerson, page?: string): Promise<ApiAnswer<Exchanged>>
  close(): Promise<void>
}

export interface ProviderCallback {
  readonly code: string
  readonly scope: string
  readonly extra_data: { readonly state: string; readonly browser_key: string; readonly iss?: string }
}

export const pageOf = (
  provider: SignInProvider,
  page: string = SIGN_IN_PROVIDERS[provider].pages[0],
): string => APP_ORIGIN + page

/** Query parameters that name a flow. */
export const flowQuery = ({
  provider,
  redirectUrl,
}: Pick<AuthorizationFlow, 'provider' | 'redirectUrl'>): string =>
  new URLSearchParams({ provider, redirect_url: redirectUrl }).toString()

export async function openProviderRoundTrips(): Promise<ProviderRoundTrips> {
  const simulator = await startIdentitySimulator(APP_ORIGIN)
  const test = await createTestServer({ env: simulator.env })
  const call = <Body>(given: ApiCall) => callApi<Body>(test.server, given)
  const begin = async (provider: SignInProvider, page?: string): Promise<AuthorizationFlow> => {
    const where = { provider, redirectUrl: pageOf(provider, page) }
    const path = `/api/profile/authorization-url/?${flowQuery(where)}`
    const { status, body } = await call<Pick<AuthorizationFlow, 'url' | 'data'>>({ method: 'GET', path })
    if (status !== 200) throw new Error(`No authorization started: ${status} ${JSON.stringify(body)}`)
    return { ...where, ...body }
  }
  const approve = async (flow: AuthorizationFlow, person: SimulatedPerson): Promise<ProviderCallback> => {
    const params = (await signInAt(flow.url, person)).searchParams
    const { browser_key } = flow.data
    const [code, state, iss] = ['code', 'state', 'iss'].map((name) => params.get(name))
    if (!code || !state) throw new Error(`The callback has only ${params}`)
    return { code, scope: params.get('scope') ?? '', extra_data: { state, browser_key, ...(iss && { iss }) } }
  }
  const submit = (flow: AuthorizationFlow, callback: ProviderCallback, token?: string) =>
    token === undefined
      ? call<Exchanged>({
          method: 'POST',
          path: `/api/profile/auth-code-exchange/?${flowQuery(flow)}`,
          body: callback,
        })
      : call<Exchanged>({
          ...{ method: 'PUT', path: `/api/profile/auth-code-connect/?${flowQuery(flow)}` },
          ...{ body: callback, token },
        })
  return {
    ...{ test, simulator, call, begin, approve, submit },
    async complete(provider, person, page) {
      const flow = await begin(provider, page)
      return submit(flow, await approve(flow, person))
    },
    async close() {
      await test.close()
      await simulator.close()
    },
  }
}

/** Gives a test file a server with simulated providers. Rate limits are reset before each test. */
export function setUpProviderRoundTrips(): ProviderRoundTrips {
  const roundTrips = setUp(openProviderRoundTrips, (opened) => opened.close())
  beforeEach(() => roundTrips.test.app.db.deleteFrom('throttle_counters').execute())
  return roundTrips
}
