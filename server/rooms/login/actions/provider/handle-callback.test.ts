import { afterEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../../../domain/dates/durations.ts'
import type { ProviderFault } from '../../../../../simulators/identity/faults.ts'
import { signInAt } from '../../../../../simulators/identity/sign-in.ts'
import {
  flowQuery,
  type ProviderCallback,
  pageOf,
  setUpProviderRoundTrips,
} from '../../../../../testing/provider-round-trips.ts'

const roundTrips = setUpProviderRoundTrips()
afterEach(() => {
  for (const faults of Object.values(roundTrips.simulator.faults)) faults.fault = null
})

const ADA = {
  subject: 'ada',
  email: 'Ada@people.test',
  emailVerified: true,
  firstName: 'Ada',
  lastName: 'King',
}
const authorizationPath = (query: Record<string, string>) =>
  `/api/profile/authorization-url/?${new URLSearchParams(query)}`

describe('the authorization request', () => {
  it.each(['google', 'facebook', 'quickbooks', 'xero'] as const)(
    'to %s has a state, PKCE and an exact page, and stores nothing',
    async (provider) => {
      const path = authorizationPath({ provider, redirect_url: pageOf(provider) })
      const { status, body } = await roundTrips.call<Record<'url' | 'login_url' | 'connect_url', string>>({
        ...{ method: 'GET', path },
      })
      expect(status).toBe(200)
      expect(body.login_url).toBe(body.url)
      expect(body.connect_url).toBe('http://localhost:3000/settings/profile')
      const params = new URL(body.url).searchParams
      expect(params.get('redirect_uri')).toBe(pageOf(provider))
      expect(params.get('response_type')).toBe('code')
      expect(params.get('code_challenge_method')).toBe('S256')
      expect(params.get('code_challenge')).toMatch(/^[\w-]{43}$/)
      expect(params.get('state')).toMatch(/^[\w-]{150,}$/)
      expect(params.get('nonce') === null).toBe(provider === 'facebook')
      expect(params.get('scope')).not.toMatch(/accounting/)
      expect(await roundTrips.test.app.db.selectFrom('spent_authorizations').selectAll().execute()).toEqual(
        [],
      )
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
  ])('refuses a redirect address that is %s', async (_, redirect_url) => {
    const { status, body } = await roundTrips.call<object>({
      ...{ method: 'GET', path: authorizationPath({ provider: 'google', redirect_url }) },
    })
    expect(status).toBe(400)
    expect(body).toHaveProperty('redirect_url')
  })

  it('refuses a scope that a login does not need', async () => {
    const query = { provider: 'xero', redirect_url: pageOf('xero'), scope: 'openid accounting.invoices' }
    expect((await roundTrips.call({ method: 'GET', path: authorizationPath(query) })).status).toBe(400)
  })

  it('is rate limited', async () => {
    const path = authorizationPath({ provider: 'facebook', redirect_url: pageOf('facebook') })
    const statuses: number[] = []
    for (let call = 0; call < 61; call++)
      statuses.push((await roundTrips.call({ method: 'GET', path })).status)
    expect(statuses.indexOf(429)).toBe(60)
  })
})

describe('the callback', () => {
  it.each(['google', 'facebook', 'quickbooks', 'xero'] as const)(
    'of %s identifies the person, once',
    async (provider) => {
      const flow = await roundTrips.begin(provider)
      const callback = await roundTrips.approve(flow, ADA)
      const { status, body } = await roundTrips.submit(flow, callback)
      expect([status, body.detail]).toEqual([200, undefined])
      expect(body).toMatchObject({
        known: false,
        scope: callback.scope,
        redirect: `/signup?lead=${provider}`,
        profile: { email: 'Ada@people.test', email_verified: provider !== 'facebook', first_name: 'Ada' },
      })
      expect(body.token.length).toBeGreaterThan(100)
      const again = await roundTrips.submit(flow, callback)
      expect([again.status, again.body.code]).toEqual([400, 'authorization_expired'])
    },
  )

  it('succeeds for one of twenty concurrent submissions and exchanges the code once', async () => {
    const flow = await roundTrips.begin('google')
    const callback = await roundTrips.approve(flow, ADA)
    const before = roundTrips.simulator.exchanges()
    const answers = await Promise.all(Array.from({ length: 20 }, () => roundTrips.submit(flow, callback)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(roundTrips.simulator.exchanges() - before).toBe(1)
  })

  it.each([
    [
      'no state',
      (callback: ProviderCallback) => ({ ...callback, extra_data: { ...callback.extra_data, state: '' } }),
    ],
    [
      'a forged state',
      (callback: ProviderCallback) => ({
        ...callback,
        extra_data: { ...callback.extra_data, state: callback.extra_data.state.replace(/....$/, 'AAAA') },
      }),
    ],
    [
      'another spelling of the state',
      (callback: ProviderCallback) => ({
        ...callback,
        extra_data: { ...callback.extra_data, state: `${callback.extra_data.state}=` },
      }),
    ],
    [
      'the key of another browser',
      (callback: ProviderCallback) => ({
        ...callback,
        extra_data: { ...callback.extra_data, browser_key: 'x'.repeat(43) },
      }),
    ],
  ])('with %s is refused before the provider is called', async (_, alter) => {
    const flow = await roundTrips.begin('google')
    const callback = await roundTrips.approve(flow, ADA)
    const before = roundTrips.simulator.exchanges()
    expect((await roundTrips.submit(flow, alter(callback))).status).toBe(400)
    expect(roundTrips.simulator.exchanges()).toBe(before)
    // The state is unspent.
    expect((await roundTrips.submit(flow, callback)).status).toBe(200)
  })

  it('is bound to the provider and the page, and expires after ten minutes', async () => {
    const flow = await roundTrips.begin('google')
    const callback = await roundTrips.approve(flow, ADA)
    const elsewhere = [
      { ...flow, provider: 'xero' as const, redirectUrl: pageOf('xero') },
      { ...flow, provider: 'facebook' as const, redirectUrl: pageOf('facebook') },
    ]
    for (const other of elsewhere)
      expect((await roundTrips.submit(other, callback)).body.code).toBe('authorization_expired')
    const startXero = await roundTrips.begin('xero')
    const backXero = await roundTrips.approve(startXero, ADA)
    const otherPage = { ...startXero, redirectUrl: pageOf('xero', '/sso/xero/signup/end') }
    expect((await roundTrips.submit(otherPage, backXero)).body.code).toBe('authorization_expired')
    roundTrips.test.clock.advance(10 * MINUTE_MS)
    expect((await roundTrips.submit(flow, callback)).body.code).toBe('authorization_expired')
    expect(flowQuery(flow)).toContain('google')
  })

  it('refuses the code of another flow and a wrong issuer', async () => {
    const [mine, theirs] = [await roundTrips.begin('google'), await roundTrips.begin('google')]
    const [own, foreign] = [
      await roundTrips.approve(mine, ADA),
      await roundTrips.approve(theirs, { subject: 'eve' }),
    ]
    const mixed = await roundTrips.submit(mine, { ...own, code: foreign.code })
    expect([mixed.status, mixed.body.code]).toEqual([400, 'provider_refused'])
    const wrongIssuer = await roundTrips.begin('google')
    const callback = await roundTrips.approve(wrongIssuer, ADA)
    const altered = { ...callback, extra_data: { ...callback.extra_data, iss: 'https://evil.test' } }
    expect((await roundTrips.submit(wrongIssuer, altered)).body.code).toBe('provider_refused')
  })

  it.each(['nonce', 'audience', 'issuer', 'expired', 'signature'] as const satisfies ProviderFault[])(
    'refuses an ID token with a wrong %s',
    async (fault) => {
      const flow = await roundTrips.begin('google')
      const callback = await roundTrips.approve(flow, ADA)
      roundTrips.simulator.faults.google.fault = fault
      const { status, body } = await roundTrips.submit(flow, callback)
      expect([status, body.code]).toEqual([400, 'provider_refused'])
    },
  )

  it('distinguishes an unavailable provider from one that refuses', async () => {
    const flow = await roundTrips.begin('google')
    const callback = await roundTrips.approve(flow, ADA)
    roundTrips.simulator.faults.google.fault = 'down'
    const { status, body } = await roundTrips.submit(flow, callback)
    expect([status, body.code]).toEqual([503, 'provider_unavailable'])
  })

  it('requires code and scope at the end of a Xero sign-up, which asks for the address', async () => {
    const page = '/sso/xero/signup/end'
    const flow = await roundTrips.begin('xero', page)
    const callback = await roundTrips.approve(flow, ADA)
    for (const altered of [
      { ...callback, scope: '' },
      { ...callback, code: '' },
    ]) {
      const { status, body } = await roundTrips.submit(flow, altered)
      expect([status, body.detail]).toEqual([
        400,
        'The provider did not supply the required query parameters.',
      ])
    }
    const { body } = await roundTrips.submit(flow, callback)
    expect(body).toMatchObject({
      scope: 'openid profile email',
      redirect: '/signup?require_email=1&lead=xero',
    })
  })

  it('stores no secret of the flow', async () => {
    const flow = await roundTrips.begin('google')
    const callback = await roundTrips.approve(flow, ADA)
    const { body } = await roundTrips.submit(flow, callback)
    const rows = JSON.stringify(
      await roundTrips.test.app.db.selectFrom('spent_authorizations').selectAll().execute(),
    )
    for (const secret of [flow.data.state, flow.data.browser_key, callback.code, body.token])
      expect(rows).not.toContain(secret)
    // The state is encrypted with the installation's secret.
    expect(Buffer.from(flow.data.state, 'base64url').toString('latin1')).not.toMatch(/nonce|verifier/)
  })
})

it('the callback of a refusal has an error and no code', async () => {
  for (const provider of ['google', 'facebook', 'quickbooks', 'xero'] as const) {
    const flow = await roundTrips.begin(provider)
    const params = (await signInAt(flow.url, null)).searchParams
    expect([params.get('error'), params.get('code')]).toEqual(['access_denied', null])
  }
})

it('describes a sign-up by a provider, with and without a final slash', async () => {
  for (const slash of ['', '/']) {
    const { status, body } = await roundTrips.call({
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
  expect((await roundTrips.call({ method: 'GET', path: nowhere })).status).toBe(404)
})
