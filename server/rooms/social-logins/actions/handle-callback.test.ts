import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Lie } from '../../../../simulators/identity/faults.ts'
import { signInAt } from '../../../../simulators/identity/sign-in.ts'
import {
  type BroughtBack,
  openProviderRoundTrips,
  type ProviderRoundTrips,
  pageOf,
  whereOf,
} from '../../../../testing/provider-round-trips.ts'

let journeys: ProviderRoundTrips
beforeAll(async () => {
  journeys = await openProviderRoundTrips()
})
afterAll(() => journeys?.close())
beforeEach(async () => {
  await journeys.test.app.db.deleteFrom('throttle_counters').execute()
})
afterEach(() => {
  for (const faults of Object.values(journeys.simulator.faults)) faults.lie = null
})

const ADA = {
  subject: 'ada',
  email: 'Ada@people.test',
  emailVerified: true,
  firstName: 'Ada',
  lastName: 'King',
}
const setOutPath = (query: Record<string, string>) =>
  `/api/profile/authorization-url/?${new URLSearchParams(query)}`

describe('setting out', () => {
  it.each(['google', 'facebook', 'quickbooks', 'xero'] as const)(
    'to %s asks with state, PKCE and an exact page, and keeps nothing',
    async (provider) => {
      const path = setOutPath({ provider, redirect_url: pageOf(provider) })
      const { status, body } = await journeys.call<Record<'url' | 'login_url' | 'connect_url', string>>({
        ...{ method: 'GET', path },
      })
      expect(status).toBe(200)
      expect(body.login_url).toBe(body.url)
      expect(body.connect_url).toBe('http://localhost:3000/settings/profile')
      const asked = new URL(body.url).searchParams
      expect(asked.get('redirect_uri')).toBe(pageOf(provider))
      expect(asked.get('response_type')).toBe('code')
      expect(asked.get('code_challenge_method')).toBe('S256')
      expect(asked.get('code_challenge')).toMatch(/^[\w-]{43}$/)
      expect(asked.get('state')).toMatch(/^[\w-]{150,}$/)
      expect(asked.get('nonce') === null).toBe(provider === 'facebook')
      expect(asked.get('scope')).not.toMatch(/accounting/)
      expect(await journeys.test.app.db.selectFrom('spent_authorizations').selectAll().execute()).toEqual([])
    },
  )

  it.each([
    ['another site', 'https://evil.test/google-redirect'],
    ['another provider’s page', pageOf('facebook')],
    ['a page with a query', `${pageOf('google')}?next=//evil.test`],
    ['a page below', `${pageOf('google')}/more`],
    ['a user in front', 'http://localhost:3000@evil.test/google-redirect'],
    ['another port', 'http://localhost:3001/google-redirect'],
    ['no address', 'google-redirect'],
  ])('comes back to no page but its own: %s', async (_, redirect_url) => {
    const { status, body } = await journeys.call<object>({
      ...{ method: 'GET', path: setOutPath({ provider: 'google', redirect_url }) },
    })
    expect(status).toBe(400)
    expect(body).toHaveProperty('redirect_url')
  })

  it('asks for no scope that no login needs', async () => {
    const query = { provider: 'xero', redirect_url: pageOf('xero'), scope: 'openid accounting.invoices' }
    expect((await journeys.call({ method: 'GET', path: setOutPath(query) })).status).toBe(400)
  })

  it('is counted', async () => {
    const path = setOutPath({ provider: 'facebook', redirect_url: pageOf('facebook') })
    const statuses: number[] = []
    for (let call = 0; call < 61; call++) statuses.push((await journeys.call({ method: 'GET', path })).status)
    expect(statuses.indexOf(429)).toBe(60)
  })
})

describe('coming back', () => {
  it.each(['google', 'facebook', 'quickbooks', 'xero'] as const)(
    'from %s tells who somebody is there, once',
    async (provider) => {
      const journey = await journeys.begin(provider)
      const back = await journeys.visit(journey, ADA)
      const { status, body } = await journeys.hand(journey, back)
      expect([status, body.detail]).toEqual([200, undefined])
      expect(body).toMatchObject({
        known: false,
        scope: back.scope,
        redirect: `/signup?lead=${provider}`,
        profile: { email: 'Ada@people.test', email_verified: provider !== 'facebook', first_name: 'Ada' },
      })
      expect(body.token.length).toBeGreaterThan(100)
      const again = await journeys.hand(journey, back)
      expect([again.status, again.body.code]).toEqual([400, 'authorization_expired'])
    },
  )

  it('of twenty at once with the same answer one gets through, and the code is exchanged once', async () => {
    const journey = await journeys.begin('google')
    const back = await journeys.visit(journey, ADA)
    const before = journeys.simulator.exchanges()
    const answers = await Promise.all(Array.from({ length: 20 }, () => journeys.hand(journey, back)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(journeys.simulator.exchanges() - before).toBe(1)
  })

  it.each([
    ['no state', (back: BroughtBack) => ({ ...back, extra_data: { ...back.extra_data, state: '' } })],
    [
      'a forged state',
      (back: BroughtBack) => ({
        ...back,
        extra_data: { ...back.extra_data, state: back.extra_data.state.replace(/....$/, 'AAAA') },
      }),
    ],
    [
      'another spelling of the state',
      (back: BroughtBack) => ({
        ...back,
        extra_data: { ...back.extra_data, state: `${back.extra_data.state}=` },
      }),
    ],
    [
      'the key of another browser',
      (back: BroughtBack) => ({ ...back, extra_data: { ...back.extra_data, browser_key: 'x'.repeat(43) } }),
    ],
  ])('with %s it is refused before the provider is asked', async (_, bend) => {
    const journey = await journeys.begin('google')
    const back = await journeys.visit(journey, ADA)
    const before = journeys.simulator.exchanges()
    expect((await journeys.hand(journey, bend(back))).status).toBe(400)
    expect(journeys.simulator.exchanges()).toBe(before)
    // Nothing was used up by it.
    expect((await journeys.hand(journey, back)).status).toBe(200)
  })

  it('a state is of its provider, its page, its purpose and its ten minutes', async () => {
    const journey = await journeys.begin('google')
    const back = await journeys.visit(journey, ADA)
    const elsewhere = [
      { ...journey, provider: 'xero' as const, redirectUrl: pageOf('xero') },
      { ...journey, provider: 'facebook' as const, redirectUrl: pageOf('facebook') },
    ]
    for (const other of elsewhere)
      expect((await journeys.hand(other, back)).body.code).toBe('authorization_expired')
    const startXero = await journeys.begin('xero')
    const backXero = await journeys.visit(startXero, ADA)
    const otherPage = { ...startXero, redirectUrl: pageOf('xero', '/sso/xero/signup/end') }
    expect((await journeys.hand(otherPage, backXero)).body.code).toBe('authorization_expired')
    journeys.test.clock.advance(10 * 60_000)
    expect((await journeys.hand(journey, back)).body.code).toBe('authorization_expired')
    expect(whereOf(journey)).toContain('google')
  })

  it('a code of another journey is refused: mix-up, injection, replay', async () => {
    const [mine, theirs] = [await journeys.begin('google'), await journeys.begin('google')]
    const [own, foreign] = [await journeys.visit(mine, ADA), await journeys.visit(theirs, { subject: 'eve' })]
    const mixed = await journeys.hand(mine, { ...own, code: foreign.code })
    expect([mixed.status, mixed.body.code]).toEqual([400, 'provider_refused'])
    const wrongIssuer = await journeys.begin('google')
    const back = await journeys.visit(wrongIssuer, ADA)
    const bent = { ...back, extra_data: { ...back.extra_data, iss: 'https://evil.test' } }
    expect((await journeys.hand(wrongIssuer, bent)).body.code).toBe('provider_refused')
  })

  it.each(['nonce', 'audience', 'issuer', 'expired', 'signature'] as const satisfies Lie[])(
    'a statement with a wrong %s is not believed',
    async (lie) => {
      const journey = await journeys.begin('google')
      const back = await journeys.visit(journey, ADA)
      journeys.simulator.faults.google.lie = lie
      const { status, body } = await journeys.hand(journey, back)
      expect([status, body.code]).toEqual([400, 'provider_refused'])
    },
  )

  it('a provider in trouble is result from one that refuses', async () => {
    const journey = await journeys.begin('google')
    const back = await journeys.visit(journey, ADA)
    journeys.simulator.faults.google.lie = 'down'
    const { status, body } = await journeys.hand(journey, back)
    expect([status, body.code]).toEqual([503, 'provider_unavailable'])
  })

  it('at the end of a Xero sign-up code and scope are needed, and the address is asked for', async () => {
    const page = '/sso/xero/signup/end'
    const journey = await journeys.begin('xero', page)
    const back = await journeys.visit(journey, ADA)
    for (const bent of [
      { ...back, scope: '' },
      { ...back, code: '' },
    ]) {
      const { status, body } = await journeys.hand(journey, bent)
      expect([status, body.detail]).toEqual([
        400,
        'The provider did not supply the required query parameters.',
      ])
    }
    const { body } = await journeys.hand(journey, back)
    expect(body).toMatchObject({
      scope: 'openid profile email',
      redirect: '/signup?require_email=1&lead=xero',
    })
  })

  it('neither the log nor the database knows a secret of it', async () => {
    const journey = await journeys.begin('google')
    const back = await journeys.visit(journey, ADA)
    const { body } = await journeys.hand(journey, back)
    const rows = JSON.stringify(
      await journeys.test.app.db.selectFrom('spent_authorizations').selectAll().execute(),
    )
    for (const secret of [journey.data.state, journey.data.browser_key, back.code, body.token])
      expect(rows).not.toContain(secret)
    // What is in the state can't be read, nor the state be made, without our secret.
    expect(Buffer.from(journey.data.state, 'base64url').toString('latin1')).not.toMatch(/nonce|verifier/)
  })
})

it('who refuses at the provider comes back with its refusal, and no code', async () => {
  for (const provider of ['google', 'facebook', 'quickbooks', 'xero'] as const) {
    const journey = await journeys.begin(provider)
    const came = (await signInAt(journey.url, null)).searchParams
    expect([came.get('error'), came.get('code')]).toEqual(['access_denied', null])
  }
})

it('tells what a sign-up with a provider is like, with and without a final slash', async () => {
  for (const slash of ['', '/']) {
    const { status, body } = await journeys.call({
      method: 'GET',
      path: `/api/accounts/signup/xero/profile${slash}`,
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      provider: 'xero',
      name: 'Xero',
      lead: 'xero',
      scopes: ['openid', 'profile', 'email'],
      redirect_urls: [pageOf('xero'), pageOf('xero', '/sso/xero/signup/end')],
      require_email: true,
    })
  }
  const nowhere = '/api/accounts/signup/myspace/profile'
  expect((await journeys.call({ method: 'GET', path: nowhere })).status).toBe(404)
})
