import { randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allRoutes, contract } from '../../contract/index.ts'
import { isRawBody, type Route } from '../../contract/route.ts'
import { createServer } from '../../server/main/create-server.ts'
import { inTransaction } from '../../server/platform/context.ts'
import { openSession } from '../../server/rooms/identity/index.ts'
import { aUser } from '../../server/rooms/identity/testing.ts'
import { type ApiCall, callApi } from '../../testing/call-api.ts'
import { createFaultyServer, type FaultyServer } from '../../testing/faulty-server.ts'
import { setUpTestServer, type TestServer } from '../../testing/test-server.ts'

const UUID = '0195a1b2-0000-7000-8000-000000000000'

const test = setUpTestServer()

const api = (call: Partial<ApiCall> & { path: string }) => callApi(test.server, { method: 'GET', ...call })
const pathOf = (route: Route): string => route.path.replace(/:\w+/g, UUID)

type Headers = Record<string, unknown>

const requestAsStranger = async ({ server }: TestServer, route: Route): Promise<Headers> =>
  (
    await callApi(server, {
      method: route.method,
      path: pathOf(route),
      headers: { origin: 'https://evil.test', cookie: 'session=1' },
    })
  ).headers

/** Protective headers of every reply. */
const REQUIRED: Readonly<Record<string, RegExp>> = {
  'x-content-type-options': /^nosniff$/,
  'cross-origin-opener-policy': /^same-origin-allow-popups$/,
  'referrer-policy': /^same-origin$/,
  'cache-control': /^no-store$/,
  'content-security-policy': /default-src 'none'/,
  'permissions-policy': /camera=\(\)/,
}
const FORBIDDEN = /^(set-cookie|access-control-.*|server|x-powered-by)$/

/** Returns the names of headers that are missing, differ or are forbidden. */
const findHeaderProblems = (headers: Headers): string[] => [
  ...Object.keys(REQUIRED).filter((name) => !REQUIRED[name]!.test(String(headers[name]))),
  ...Object.keys(headers).filter((name) => FORBIDDEN.test(name)),
]

/** A bug for each header. */
const BUGS: Readonly<Record<string, (reply: FastifyReply) => unknown>> = {
  'x-content-type-options': (reply) => reply.removeHeader('x-content-type-options'),
  'cross-origin-opener-policy': (reply) => reply.header('cross-origin-opener-policy', 'unsafe-none'),
  'referrer-policy': (reply) => reply.header('referrer-policy', 'unsafe-url'),
  'cache-control': (reply) => reply.header('cache-control', 'private, max-age=60'),
  'content-security-policy': (reply) => reply.removeHeader('content-security-policy'),
  'permissions-policy': (reply) => reply.header('permissions-policy', 'camera=*'),
  'set-cookie': (reply) => reply.header('set-cookie', 'session=1; Path=/'),
  'access-control-allow-origin': (reply) => reply.header('access-control-allow-origin', '*'),
}

describe('every route', () => {
  it.each(allRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s sets the protective headers, no cookie and no CORS header for a stranger',
    async (_, route) => {
      expect(findHeaderProblems(await requestAsStranger(test, route))).toEqual([])
    },
  )
})

describe('an injected bug is detected', () => {
  let faulty: FaultyServer
  beforeAll(async () => {
    faulty = await createFaultyServer(test)
  })
  afterAll(() => faulty?.close())

  it.each(Object.entries(BUGS))('%s', async (name, change) => {
    faulty.setFault({ after: (_request, reply) => void change(reply) })
    expect(findHeaderProblems(await requestAsStranger(faulty, contract.identity.profile))).toEqual([name])
  })
})

describe('an address in another spelling', () => {
  let token: string
  beforeEach(async () => {
    token = await inTransaction(
      test.app,
      { requestId: 'test', ip: null },
      { kind: 'anonymous' },
      async (ctx) => {
        const user = await aUser(ctx, { email: `${randomUUID()}@people.test`, homeAccountId: null })
        return (await openSession(ctx, { audience: 'staff', userId: user.id })).token
      },
    )
  })

  it.each(['/%61pi/profile/', 'http://localhost/api/profile/', '/api/profile', '/live/', '/nothing/here'])(
    '%s has no-store as well',
    async (path) => {
      expect((await api({ path })).headers['cache-control']).toBe('no-store')
    },
  )

  it.each(['/api/profile/logout/', '/%61pi/profile/logout', 'http://localhost/api/profile/logout/'])(
    '%s clears the browser’s data when it ends a session, and only then',
    async (path) => {
      const logOut = (more: Partial<ApiCall>) => api({ method: 'POST', path, ...more })
      const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.test' }
      for (const [refused, status] of [
        [await logOut({}), 401],
        [await logOut({ token: 'not.a.token' }), 401],
        [await logOut({ headers: form, body: {} }), 415],
        [await logOut({ token, path: `${path}?x` }), 400],
      ] as const) {
        expect(refused.status).toBe(status)
        expect(refused.headers).not.toHaveProperty('clear-site-data')
      }
      for (const other of [{ method: 'GET' }, { path: '/api/profile/login/' }] as const)
        expect((await logOut(other)).headers).not.toHaveProperty('clear-site-data')
      const { status, headers } = await logOut({ token })
      expect([status, headers['clear-site-data']]).toEqual([200, '"cache", "storage"'])
      expect((await logOut({ token })).headers).not.toHaveProperty('clear-site-data')
    },
  )
})

describe('a CORS preflight', () => {
  it.each(['PUT', 'PATCH', 'DELETE', 'POST'])('is refused for %s from another origin', async (method) => {
    const answer = await api({
      method: 'OPTIONS',
      path: '/api/profile/',
      headers: {
        origin: 'https://evil.test',
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization, content-type',
      },
    })
    expect(answer.status).toBe(405)
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

it('sets Strict-Transport-Security when the app’s origin has HTTPS, and only then', async () => {
  const readHsts = async (appOrigin: string) => {
    const app = { ...test.app, config: { ...test.app.config, appOrigin, baseDomain: 'pay.corp.test' } }
    const server = await createServer(app, { pages: false })
    try {
      return (await server.inject({ url: '/live/' })).headers['strict-transport-security']
    } finally {
      await server.close()
    }
  }
  expect(await readHsts('https://pay.corp.test')).toBe('max-age=31536000; includeSubDomains')
  expect(await readHsts('http://localhost:3000')).toBeUndefined()
})

describe('behind proxies', () => {
  /** Returns the client address that the server uses. */
  const findClientAddress = async (trustProxyHops: number, forwarded: string): Promise<string> => {
    const app = { ...test.app, config: { ...test.app.config, trustProxyHops } }
    const server = await createServer(app, { pages: false })
    let address = ''
    server.addHook('onRequest', async (request) => {
      address = request.ip
    })
    try {
      await server.inject({
        url: '/live/',
        remoteAddress: '10.0.0.9',
        headers: { 'x-forwarded-for': forwarded },
      })
      return address
    } finally {
      await server.close()
    }
  }

  it('ignores forwarded addresses without a trusted proxy', async () => {
    expect(await findClientAddress(0, '1.2.3.4')).toBe('10.0.0.9')
  })

  it('trusts as many forwarded addresses as there are proxies, and none that the caller added', async () => {
    expect(await findClientAddress(1, '6.6.6.6, 1.2.3.4')).toBe('1.2.3.4')
    expect(await findClientAddress(2, '6.6.6.6, 1.2.3.4, 10.0.0.1')).toBe('1.2.3.4')
  })

  it('warns once about a forwarded request without a trusted proxy, and not with one', async () => {
    const warningsOf = async (trustProxyHops: number): Promise<string[]> => {
      const warned: string[] = []
      const log = { ...test.app.log, warn: (message: string) => void warned.push(message) }
      const app = { ...test.app, log, config: { ...test.app.config, trustProxyHops } }
      const server = await createServer(app, { pages: false })
      try {
        await server.inject({ url: '/live/' })
        expect(warned).toEqual([])
        for (const forwarded of ['1.2.3.4', '1.2.3.5', '1.2.3.6'])
          await server.inject({ url: '/live/', headers: { 'x-forwarded-for': forwarded } })
        return warned
      } finally {
        await server.close()
      }
    }
    expect(await warningsOf(0)).toEqual([expect.stringContaining('TRUST_PROXY_HOPS is 0')])
    expect(await warningsOf(1)).toEqual([])
  })

  it('counts forged addresses as one client', async () => {
    await test.app.db.deleteFrom('throttle_counters').execute()
    const tries = Array.from({ length: 61 }, (_, at) =>
      api({
        method: 'POST',
        path: '/api/profile/verify-email/',
        body: { token: 'x' },
        headers: {
          'x-forwarded-for': `1.2.3.${at}`,
          'x-real-ip': `1.2.3.${at}`,
          forwarded: `for=1.2.3.${at}`,
        },
      }),
    )
    expect((await Promise.all(tries)).filter((answer) => answer.status === 429)).toHaveLength(1)
  })
})

it('counts all addresses of one IPv6 network as one client', async () => {
  await test.app.db.deleteFrom('throttle_counters').execute()
  const tryFrom = async (remoteAddress: string) => {
    const url = '/api/profile/verify-email/'
    return (await test.server.inject({ method: 'POST', url, payload: { token: 'x' }, remoteAddress }))
      .statusCode
  }
  const tries = Array.from({ length: 61 }, (_, at) => tryFrom(`2001:db8:1:2::${at.toString(16)}`))
  expect((await Promise.all(tries)).filter((status) => status === 429)).toHaveLength(1)
  expect(await tryFrom('2001:db8:1:3::1')).toBe(400)
})

describe('a route without authentication', () => {
  const open = allRoutes.filter(({ access }: Route) => access.kind === 'public' || access.kind === 'signed')

  it.each(open.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s is limited by client address',
    async (_, route: Route) => {
      const body = isRawBody(route.body)
        ? { file: { type: route.body.raw[0]!, bytes: Buffer.from('') } }
        : { ...(route.body && { body: {} }) }
      const call = () => api({ method: route.method, path: pathOf(route), ...body })
      await test.app.db.deleteFrom('throttle_counters').execute()
      expect((await call()).status).not.toBe(429)
      await test.app.db.updateTable('throttle_counters').set({ hits: route.rateLimit!.limit }).execute()
      const refused = await call()
      expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(route.rateLimit!.windowSeconds)
    },
  )
})
