import { SIGN_IN_PROVIDERS, type SignInProvider } from '../domain/people/sign-in-providers.ts'
import type { SimulatedPerson } from '../simulators/identity/people.ts'
import { signInAt } from '../simulators/identity/sign-in.ts'
import { type IdentitySimulator, startIdentitySimulator } from '../simulators/identity/start-simulator.ts'
import { type ApiAnswer, type ApiCall, callApi } from './call-api.ts'
import { createTestServer, type TestServer } from './test-server.ts'

const APP_ORIGIN = 'http://localhost:3000'

/** What a browser keeps while its person is away. */
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

/** A whole server, and the simulated providers to which its people go. */
export interface ProviderRoundTrips {
  readonly test: TestServer
  readonly simulator: IdentitySimulator
  call<Body>(call: ApiCall): Promise<ApiAnswer<Body>>
  /** To a provider's first page of ours unless another is named. */
  begin(provider: SignInProvider, page?: string): Promise<AuthorizationFlow>
  /** Says at the provider who one is; what comes back is the body of an exchange. */
  visit(journey: AuthorizationFlow, person: SimulatedPerson): Promise<BroughtBack>
  /** Hands in what was brought back; to the call that links where there is a session's token. */
  hand(journey: AuthorizationFlow, back: BroughtBack, token?: string): Promise<ApiAnswer<Exchanged>>
  /** The whole way of a login or sign-up. */
  come(provider: SignInProvider, person: SimulatedPerson, page?: string): Promise<ApiAnswer<Exchanged>>
  close(): Promise<void>
}

export interface BroughtBack {
  readonly code: string
  readonly scope: string
  readonly extra_data: { readonly state: string; readonly browser_key: string; readonly iss?: string }
}

export const pageOf = (
  provider: SignInProvider,
  page: string = SIGN_IN_PROVIDERS[provider].pages[0],
): string => APP_ORIGIN + page

/** The query that names a journey. */
export const whereOf = ({
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
    const path = `/api/profile/authorization-url/?${whereOf(where)}`
    const { status, body } = await call<Pick<AuthorizationFlow, 'url' | 'data'>>({ method: 'GET', path })
    if (status !== 200) throw new Error(`Nobody can set out: ${status} ${JSON.stringify(body)}`)
    return { ...where, ...body }
  }
  const visit = async (journey: AuthorizationFlow, person: SimulatedPerson): Promise<BroughtBack> => {
    const came = (await signInAt(journey.url, person)).searchParams
    const { browser_key } = journey.data
    const [code, state, iss] = ['code', 'state', 'iss'].map((name) => came.get(name))
    if (!code || !state) throw new Error(`Came back with ${came}`)
    return { code, scope: came.get('scope') ?? '', extra_data: { state, browser_key, ...(iss && { iss }) } }
  }
  const hand = (journey: AuthorizationFlow, back: BroughtBack, token?: string) =>
    token === undefined
      ? call<Exchanged>({
          method: 'POST',
          path: `/api/profile/auth-code-exchange/?${whereOf(journey)}`,
          body: back,
        })
      : call<Exchanged>({
          ...{ method: 'PUT', path: `/api/profile/auth-code-connect/?${whereOf(journey)}` },
          ...{ body: back, token },
        })
  return {
    ...{ test, simulator, call, begin, visit, hand },
    async come(provider, person, page) {
      const journey = await begin(provider, page)
      return hand(journey, await visit(journey, person))
    },
    async close() {
      await test.close()
      await simulator.close()
    },
  }
}
