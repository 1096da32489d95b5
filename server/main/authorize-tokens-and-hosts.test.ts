import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../domain/dates/durations.ts'
import { type ApiCall, callApi } from '../../testing/call-api.ts'
import { createCompanyWithTokens, openStaffSession } from '../../testing/company-with-tokens.ts'
import { setUp } from '../../testing/set-up.ts'
import { setUpTestServer } from '../../testing/test-server.ts'
import { createServer } from './create-server.ts'

const test = setUpTestServer()
const acme = setUp(() => createCompanyWithTokens(test, 'acme-supplies'))
const rival = setUp(() => createCompanyWithTokens(test, 'rival-supplies'))

const api = (call: Partial<ApiCall> & { path: string }) => callApi(test.server, { method: 'GET', ...call })
const statusOf = async (call: Partial<ApiCall> & { path: string }) => (await api(call)).status

const profile = (authorization: string) => api({ path: '/api/profile/', headers: { authorization } })

describe('a token', () => {
  it('is accepted as Bearer and as JWT', async () => {
    expect((await profile(`Bearer ${acme.staff.owner}`)).status).toBe(200)
    expect((await profile(`JWT ${acme.staff.owner}`)).status).toBe(200)
  })

  it('is required', async () => {
    expect(await api({ path: '/api/profile/' })).toMatchObject({
      status: 401,
      body: { code: 'not_signed_in' },
    })
  })

  it('is refused in every forged shape', async () => {
    const [head, claims, signature] = acme.staff.owner.split('.') as [string, string, string]
    const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const decoded = (part: string) =>
      JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
    const header = decoded(head)
    const payload = decoded(claims)
    const signed = (h: unknown, p: unknown, key: string) => {
      const body = `${coded(h)}.${coded(p)}`
      return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
    }
    const forged = [
      `${coded({ ...header, alg: 'none' })}.${claims}.`,
      `${coded({ ...header, alg: 'none' })}.${claims}.${signature}`,
      `${coded({ ...header, alg: 'RS256' })}.${claims}.${signature}`,
      `${coded({ ...header, alg: 'HS512' })}.${claims}.${signature}`,
      `${coded({ ...header, crit: ['exp'] })}.${claims}.${signature}`,
      `${coded({ ...header, typ: 'JWT' })}.${claims}.${signature}`,
      `${coded({ ...header, kid: '../../dev/null' })}.${claims}.${signature}`,
      `${coded({ ...header, jku: 'https://evil.test/keys' })}.${claims}.${signature}`,
      signed(header, payload, ''),
      signed(header, payload, 'secret'),
      signed(header, payload, test.app.config.secret),
      `${head}.${coded({ ...payload, sub: rival.ownerId })}.${signature}`,
      `${head}.${coded({ ...payload, aud: 'portal' })}.${signature}`,
      `${head}.${coded({ ...payload, exp: 4_102_444_800 })}.${signature}`,
      `${head}.${claims}.${signature.slice(0, -4)}AAAA`,
      `${head}.${claims}`,
    ]
    for (const token of forged) {
      const answer = await profile(`Bearer ${token}`)
      expect(answer).toMatchObject({ status: 401, body: { code: 'session_ended' } })
    }
    for (const authorization of [
      `Basic ${acme.staff.owner}`,
      `Basic ${Buffer.from(`x:${acme.staff.owner}`).toString('base64')}`,
      acme.staff.owner,
      `Bearer  ${acme.staff.owner}`,
      `bearer ${acme.staff.owner} `,
      'Bearer',
      '',
    ]) {
      expect((await profile(authorization)).status).toBe(401)
    }
  })

  it('is refused on the next call after logout, for every audience', async () => {
    const fresh = await createCompanyWithTokens(test, 'logout-supplies')
    for (const [token, host] of [
      [fresh.staff.admin, 'localhost'],
      [fresh.portal, fresh.host],
      [fresh.payLink, fresh.host],
    ] as const) {
      const logout = () => api({ method: 'POST', path: '/api/profile/logout/', token, host, body: {} })
      const first = await logout()
      expect(first.status).toBe(200)
      expect(first.headers['clear-site-data']).toBe('"cache", "storage"')
      expect((await logout()).status).toBe(401)
    }
  })
})

describe('the host of a company', () => {
  it('serves only its own preferences', async () => {
    const preferences = (host: string) => api({ path: '/api/preferences/', host })
    expect(await preferences(`${acme.host}:3000`)).toMatchObject({
      status: 200,
      body: { embed: false, company: { logo: null, name: 'Brightwater Supply Co.' } },
    })
    expect((await preferences(acme.host.toUpperCase())).status).toBe(200)
    for (const host of ['localhost', 'nobody-here.localhost', 'www.localhost']) {
      expect((await preferences(host)).status).toBe(404)
    }
    for (const host of ['evil.test', 'localhost.evil.test', 'a.acme-supplies.localhost', '%.localhost']) {
      expect((await preferences(host)).status).toBe(421)
    }
  })

  it('serves no route of the business app, for any caller and on unknown subdomains', async () => {
    const token = acme.staff.owner
    const secrets = { email: 'portal-sign-up@people.test', password1: 'nine quiet 7 lanterns' }
    for (const host of [acme.host, 'nobody-here.localhost'])
      for (const call of [
        { path: '/api/docs/' },
        { path: '/api/docs/customers/' },
        { path: '/api/docs.css' },
        { path: '/api/openapi.json' },
        { path: '/api/installation/' },
        { path: '/api/profile/', token },
        { path: `/api/accounts/${acme.accountId}/invoices/`, token },
        { path: `/api/accounts/${acme.accountId}/invoices/` },
        { path: '/api/profile/signup/', method: 'POST', body: { ...secrets, password2: secrets.password1 } },
      ] as const)
        expect(await api({ ...call, host }), `${call.path} on ${host}`).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        })
    for (const path of ['/api/docs/', '/api/openapi.json']) expect(await statusOf({ path })).toBe(200)
    expect(await statusOf({ path: '/api/docs/nothing/' })).toBe(404)
  })

  it('is determined by the Host header only and ignores forwarded ones', async () => {
    const headers = { 'x-forwarded-host': rival.host, forwarded: `host=${rival.host}`, 'x-host': rival.host }
    const answer = await api({ path: '/api/account/', host: acme.host, token: acme.portal, headers })
    expect(answer.body.pk).toBe(acme.customer)
    expect(await statusOf({ path: '/api/preferences/', host: 'localhost', headers })).toBe(404)
    // Also behind a proxy that is trusted for addresses.
    const app = { ...test.app, config: { ...test.app.config, trustProxyHops: 1 } }
    const server = await createServer(app, { pages: false })
    const behind = (host: string) =>
      callApi(server, { method: 'GET', path: '/api/account/', host, token: acme.portal, headers })
    expect((await behind(acme.host)).body.pk).toBe(acme.customer)
    expect((await behind('localhost')).status).toBe(404)
    expect((await behind('evil.test')).status).toBe(421)
    await server.close()
  })
})

// The last test, because it advances the clock beyond the lifetime of all tokens.
it('ends a session after 15 minutes without a refresh', async () => {
  const token = await openStaffSession(test, acme.ownerId)
  test.clock.advance(15 * MINUTE_MS - 1)
  expect((await profile(`Bearer ${token}`)).status).toBe(200)
  test.clock.advance(1)
  expect(await profile(`Bearer ${token}`)).toMatchObject({ status: 401, body: { code: 'session_ended' } })
})
