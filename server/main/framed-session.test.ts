import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { MINUTE_MS } from '../../domain/dates/durations.ts'
import { callApi } from '../../testing/call-api.ts'
import { setUp } from '../../testing/set-up.ts'
import { aSweptCompany, type SweptCompany, staffSession } from '../../testing/sweep/company.ts'
import { setUpTestServer } from '../../testing/test-server.ts'
import { openSession } from '../rooms/identity/index.ts'

const NAME = '__Host-framed-session'
const { path } = contract.identity.renewFramedSession

const test = setUpTestServer()
const framed = setUp(() => aSweptCompany(test, 'framed-supplies'))
const other = setUp(() => aSweptCompany(test, 'other-supplies'))
beforeAll(async () => {
  await show(framed, true)
  await show(other, true)
})
beforeEach(() => test.app.db.deleteFrom('throttle_counters').execute())

/** Enables or disables framing of the company's portal. */
async function show(company: SweptCompany, embed: boolean): Promise<void> {
  const { status } = await callApi(test.server, {
    method: 'POST',
    path: contract.accounts.changePortalPreferences.path.replace(':account', company.accountId),
    token: await staffSession(test, company.people.owner),
    body: { embed, allowed_embed_url: embed ? 'https://shop.example.test' : '' },
  })
  expect(status).toBe(200)
}

const signIn = async (company = framed, debtor = company.debtors.first): Promise<string> =>
  (
    await test.transact((ctx) =>
      openSession(ctx, {
        audience: 'portal',
        portalUserId: debtor.portalUserId,
        accountId: company.accountId,
        customerId: debtor.customerId,
      }),
    )
  ).token

const originOf = (host: string): string => `http://${host}:3000`

interface Sent {
  readonly token?: string
  readonly cookie?: string | undefined
  readonly host?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls the route like a page of the portal. `cookie` is the value that the browser stores afterwards. */
async function renew({ token, cookie, host = framed.host, headers }: Sent) {
  const {
    status,
    body,
    headers: answered,
  } = await callApi<{
    session: { token: string; user: { email: string } } | null
    code?: string
  }>(test.server, {
    method: 'POST',
    path,
    host,
    body: token === undefined ? {} : { token },
    headers: {
      origin: originOf(host),
      'sec-fetch-site': 'same-origin',
      'x-own-page': '1',
      ...(cookie && { cookie: `theme=dark; ${NAME}=${cookie}` }),
      ...headers,
    },
  })
  const set = answered['set-cookie'] as string | undefined
  return { status, code: body.code, session: body.session, set, cookie: set && /=([^;]*)/.exec(set)?.[1] }
}

const logOut = (token: string, cookie: string) =>
  callApi(test.server, {
    method: 'POST',
    path: contract.identity.logOut.path,
    host: framed.host,
    token,
    headers: { cookie: `${NAME}=${cookie}` },
  })

const readHome = async (token: string) =>
  (await callApi(test.server, { method: 'GET', path: contract.portal.home.path, host: framed.host, token }))
    .status

describe('the session of a portal in another website’s frame', () => {
  it('is kept in a partitioned, script-inaccessible cookie for the life of a token', async () => {
    const { session, set } = await renew({ token: await signIn() })
    expect(session).toMatchObject({ user: { email: framed.debtors.first.portalEmail } })
    expect(set).toBe(
      `${NAME}=${session?.token}; Max-Age=900; Path=/; Secure; HttpOnly; SameSite=None; Partitioned`,
    )
  })

  it('opens from the cookie, which each exchange replaces', async () => {
    const first = await renew({ token: await signIn() })
    test.clock.advance(MINUTE_MS)
    const second = await renew({ cookie: first.cookie })
    expect(second.cookie).toBe(second.session?.token)
    expect(second.cookie).not.toBe(first.cookie)
    expect(await readHome(second.session!.token)).toBe(200)
  })

  it('gives two tabs that renew concurrently the same token', async () => {
    const { cookie } = await renew({ token: await signIn() })
    test.clock.advance(MINUTE_MS)
    const both = await Promise.all([renew({ cookie }), renew({ cookie })])
    expect(new Set(both.map((one) => one.cookie)).size).toBe(1)
  })

  it('ends when a long-replaced cookie is used again', async () => {
    const first = await renew({ token: await signIn() })
    test.clock.advance(MINUTE_MS)
    const second = await renew({ cookie: first.cookie })
    test.clock.advance(MINUTE_MS)
    const stolen = await renew({ cookie: first.cookie })
    expect([stolen.session, stolen.set]).toEqual([null, expect.stringContaining(`${NAME}=; Max-Age=0; `)])
    expect(await readHome(second.session!.token)).toBe(401)
    expect((await renew({ cookie: second.cookie })).session).toBeNull()
  })

  it('ends with a logout, which removes the cookie', async () => {
    const { session, cookie } = await renew({ token: await signIn() })
    const { status, headers } = await logOut(session!.token, cookie!)
    expect([status, headers['set-cookie']]).toEqual([
      200,
      `${NAME}=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=None; Partitioned`,
    ])
    expect((await renew({ cookie })).session).toBeNull()
  })

  it('ends when the cookie was not renewed for the life of a token', async () => {
    const { cookie } = await renew({ token: await signIn() })
    test.clock.advance(16 * MINUTE_MS)
    expect((await renew({ cookie })).session).toBeNull()
  })

  it('opens only on the host of its own company', async () => {
    const { cookie } = await renew({ token: await signIn() })
    expect((await renew({ cookie, host: other.host })).session).toBeNull()
    expect(await renew({ cookie, host: 'localhost' })).toMatchObject({ status: 404, set: undefined })
    expect((await renew({ cookie })).session).not.toBeNull()
  })

  it('is refused to users of the business app', async () => {
    const token = await staffSession(test, framed.people.owner)
    expect(await renew({ token })).toMatchObject({ status: 200, session: null, set: undefined })
    const { status } = await callApi(test.server, {
      method: 'GET',
      path: contract.identity.profile.path,
      token,
    })
    expect(status, 'and their own stays').toBe(200)
  })

  it('ends as soon as the company disables framing', async () => {
    const { cookie } = await renew({ token: await signIn() })
    await show(framed, false)
    try {
      expect((await renew({ cookie })).session).toBeNull()
      expect(await renew({ token: await signIn() })).toMatchObject({ session: null, set: undefined })
    } finally {
      await show(framed, true)
    }
  })

  it('sets no cookie where there is no session', async () => {
    for (const sent of [{}, { token: 'not.a.token' }, { cookie: '' }])
      expect(await renew(sent)).toMatchObject({ status: 200, session: null, set: undefined })
    expect((await renew({ cookie: 'not.a.token' })).set).toContain('Max-Age=0')
  })
})

describe('the cookie of a framed portal', () => {
  it.each([
    [
      'the website that shows the portal',
      { origin: 'https://shop.example.test', 'sec-fetch-site': 'cross-site' },
    ],
    ['another website', { origin: 'https://evil.test' }],
    ['the app’s own host', { origin: 'http://localhost:3000' }],
    ['another company’s portal', { origin: 'http://other-supplies.localhost:3000' }],
    ['a page without an origin', { origin: 'null' }],
    ['a request that a browser calls same-site', { 'sec-fetch-site': 'same-site' }],
  ])('is refused in a request of %s', async (_, headers) => {
    const { cookie } = await renew({ token: await signIn() })
    const refused = await renew({ cookie, headers })
    expect(refused).toMatchObject({ status: 403, code: 'not_allowed', set: undefined })
    test.clock.advance(MINUTE_MS)
    expect((await renew({ cookie })).session, 'and nothing was exchanged').not.toBeNull()
  })

  it('is refused in a request that a form could send', async () => {
    const { cookie } = await renew({ token: await signIn() })
    const reply = await test.server.inject({
      method: 'POST',
      url: path,
      headers: { host: framed.host, origin: originOf(framed.host), cookie: `${NAME}=${cookie}` },
      payload: '{}',
    })
    expect(reply.statusCode).toBeGreaterThanOrEqual(400)
    const { status } = await callApi(test.server, {
      method: 'POST',
      path,
      host: framed.host,
      body: {},
      headers: { origin: originOf(framed.host), cookie: `${NAME}=${cookie}` },
    })
    expect(status).toBe(403)
  })

  it('grants access to no other route', async () => {
    const { cookie } = await renew({ token: await signIn() })
    for (const { method, path: at } of [
      contract.portal.home,
      contract.portal.account,
      contract.identity.logOut,
    ]) {
      const { status } = await callApi(test.server, {
        method,
        path: at,
        host: framed.host,
        headers: { cookie: `${NAME}=${cookie}`, 'x-own-page': '1', origin: originOf(framed.host) },
      })
      expect(status).toBe(401)
    }
  })
})
