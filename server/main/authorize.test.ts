import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiCall, callApi } from '../../testing/call-api.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { asDate } from '../platform/clock.ts'
import { inAccount, inTransaction } from '../platform/context.ts'
import { aMember, anAccount } from '../rooms/accounts/testing.ts'
import { aCustomer } from '../rooms/customers/testing.ts'
import { openSession } from '../rooms/identity/index.ts'
import { aUser } from '../rooms/identity/testing.ts'
import { createPayLink } from '../rooms/invoices/index.ts'
import { anOpenInvoice } from '../rooms/invoices/testing.ts'
import { aPortalLogin } from '../rooms/portal/testing.ts'
import { createServer } from './create-server.ts'

const CALLER = { requestId: 'test', ip: '127.0.0.1' }
const ANYBODY = { kind: 'anonymous' } as const

let test: TestServer
let acme: Company
let rival: Company
let unverified: string

interface Company {
  accountId: string
  host: string
  staff: { owner: string; admin: string; viewer: string; advisor: string }
  ownerId: string
  /** The portal login of `customer` and `sister`; `stranger` is another customer of the same company. */
  portal: string
  strangerPortal: string
  customer: string
  sister: string
  stranger: string
  invoice: string
  strangersInvoice: string
  payLink: string
}

beforeAll(async () => {
  test = await createTestServer()
  acme = await aCompany('acme-supplies')
  rival = await aCompany('rival-supplies')
  unverified = await transact(async (ctx) => {
    const user = await aUser(ctx, {
      email: 'new@people.test',
      homeAccountId: acme.accountId,
      verified: false,
    })
    return (await openSession(ctx, { audience: 'staff', userId: user.id })).token
  })
})
afterAll(() => test.close())

const transact = <T>(work: Parameters<typeof inTransaction<T>>[3]) =>
  inTransaction(test.app, CALLER, ANYBODY, work)
const api = (call: Partial<ApiCall> & { path: string }) => callApi(test.server, { method: 'GET', ...call })
const staffToken = (userId: string) =>
  transact(async (ctx) => (await openSession(ctx, { audience: 'staff', userId })).token)

async function aCompany(subDomain: string): Promise<Company> {
  const { accountId, owner } = await transact((ctx) =>
    anAccount(ctx, { ownerEmail: `owner@${subDomain}.test`, subDomain }),
  )
  const member = async (role: 'admin' | 'viewer' | 'advisor') =>
    staffToken(
      (await transact((ctx) => aMember(ctx, { accountId, email: `${role}@${subDomain}.test`, role }))).id,
    )
  const actor = {
    kind: 'staff',
    userId: owner.id,
    sessionId: owner.id,
    email: owner.email,
    emailVerified: true,
    role: 'owner',
  } as const
  const made = await inAccount(test.app, CALLER, actor, accountId, async (ctx) => {
    const [customer, sister, stranger] = [
      await aCustomer(ctx, { shortName: 'Alpha' }),
      await aCustomer(ctx, { shortName: 'Beta', email: 'beta@people.test' }),
      await aCustomer(ctx, { shortName: 'Gamma', email: 'gamma@people.test' }),
    ]
    const login = await aPortalLogin(ctx, {
      email: 'alpha@people.test',
      customerIds: [customer.id, sister.id],
    })
    const other = await aPortalLogin(ctx, { email: 'gamma@people.test', customerIds: [stranger.id] })
    const session = async (portalUserId: string, customerId: string) =>
      (await openSession(ctx, { audience: 'portal', portalUserId, accountId, customerId })).token
    const invoice = await anOpenInvoice(ctx, { customer: customer.id })
    const link = await createPayLink(ctx, invoice.id)
    return {
      portal: await session(login.id, customer.id),
      strangerPortal: await session(other.id, stranger.id),
      customer: customer.id,
      sister: sister.id,
      stranger: stranger.id,
      invoice: invoice.id,
      strangersInvoice: (await anOpenInvoice(ctx, { customer: stranger.id })).id,
      linkToken: new URL(link.url).searchParams.get('token')!,
    }
  })
  const host = `${subDomain}.localhost`
  const opened = await api({ method: 'POST', path: '/api/pay-link/', host, body: { token: made.linkToken } })
  const staff = {
    owner: await staffToken(owner.id),
    admin: await member('admin'),
    viewer: await member('viewer'),
    advisor: await member('advisor'),
  }
  return { accountId, host, staff, ownerId: owner.id, payLink: opened.body.token, ...made }
}

const statusOf = async (call: Partial<ApiCall> & { path: string }) => (await api(call)).status

describe('a staff route', () => {
  const settings = (accountId: string) => `/api/accounts/${accountId}/`
  const write = (token: string, accountId: string) =>
    statusOf({ method: 'PATCH', path: `${settings(accountId)}update-settings/`, token, body: {} })

  it('allows each role exactly its rights', async () => {
    const roles = ['owner', 'admin', 'viewer', 'advisor'] as const
    const reads = await Promise.all(
      roles.map((role) => statusOf({ path: settings(acme.accountId), token: acme.staff[role] })),
    )
    const writes = await Promise.all(roles.map((role) => write(acme.staff[role], acme.accountId)))
    expect(reads).toEqual([200, 200, 200, 200])
    expect(writes).toEqual([200, 200, 403, 403])
  })

  it('returns 404 to members of other accounts in any role', async () => {
    for (const token of Object.values(acme.staff)) {
      const answer = await api({ path: settings(rival.accountId), token })
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect(await write(token, rival.accountId)).toBe(404)
    }
    const nowhere = '0195a1b2-0000-7000-8000-000000000000'
    const unknown = await api({ path: settings(nowhere), token: acme.staff.owner })
    const foreign = await api({ path: settings(rival.accountId), token: acme.staff.owner })
    expect(unknown.body).toEqual(foreign.body)
  })

  it('ignores an account header that differs from the path', async () => {
    const headers = { 'x-account-id': acme.accountId }
    expect(await statusOf({ path: settings(rival.accountId), token: acme.staff.owner, headers })).toBe(404)
    expect(
      await statusOf({
        path: settings(acme.accountId),
        token: acme.staff.owner,
        headers: { 'x-account-id': rival.accountId },
      }),
    ).toBe(200)
  })

  it.each(['x', '%27', '1', 'null', "x'or'1'='1", '..%2f..', '0195a1b2'])(
    'returns 404 for the account %s',
    async (id) => {
      expect(await statusOf({ path: `/api/accounts/${id}/`, token: acme.staff.owner })).toBe(404)
    },
  )

  it('refuses an unverified address first, except on routes that allow it', async () => {
    for (const path of [settings(acme.accountId), settings(rival.accountId), '/api/accounts/']) {
      expect(await api({ path, token: unverified })).toMatchObject({
        status: 403,
        body: { code: 'email_not_verified' },
      })
    }
    expect(await api({ path: '/api/profile/', token: unverified })).toMatchObject({
      status: 200,
      body: { email_verified: false },
    })
  })

  it('reads the membership at each call', async () => {
    const leaver = await transact((ctx) =>
      aMember(ctx, { accountId: acme.accountId, email: 'leaver@people.test', role: 'admin' }),
    )
    const token = await staffToken(leaver.id)
    expect(await write(token, acme.accountId)).toBe(200)
    const change = (role: 'viewer' | null) =>
      inAccount(test.app, CALLER, ANYBODY, acme.accountId, async (ctx) => {
        if (role === null) await ctx.db.deleteFrom('memberships').where('user_id', '=', leaver.id).execute()
        else await ctx.db.updateTable('memberships').set({ role }).where('user_id', '=', leaver.id).execute()
      })
    await change('viewer')
    expect(await write(token, acme.accountId)).toBe(403)
    await change(null)
    expect(await write(token, acme.accountId)).toBe(404)
  })
})

describe('a portal route', () => {
  const account = (call: Partial<ApiCall>) => api({ path: '/api/account/', host: acme.host, ...call })

  it('serves a customer on their own company’s host only', async () => {
    expect(await account({ token: acme.portal })).toMatchObject({
      status: 200,
      body: { short_name: 'Alpha' },
    })
    for (const host of [rival.host, 'localhost', 'nobody-here.localhost']) {
      expect((await account({ token: acme.portal, host })).status).toBe(404)
    }
    expect((await account({ token: acme.portal, host: 'acme-supplies.evil.test' })).status).toBe(421)
  })

  it('lets X-Customer-Id choose among the customers of the login', async () => {
    const as = (id: string) => account({ token: acme.portal, headers: { 'x-customer-id': id } })
    expect((await as(acme.customer)).body.short_name).toBe('Alpha')
    expect((await as(acme.sister.toUpperCase())).body.short_name).toBe('Beta')
    for (const id of [
      acme.stranger,
      rival.customer,
      acme.accountId,
      'x',
      `${acme.customer},${acme.stranger}`,
    ]) {
      expect((await as(id)).status).toBe(404)
    }
  })

  it('accepts in X-Account-Id only the account of the token', async () => {
    const as = (id: string) => account({ token: acme.portal, headers: { 'x-account-id': id } })
    expect((await as(acme.accountId)).status).toBe(200)
    expect((await as(rival.accountId)).status).toBe(404)
  })

  it('answers 403, never 401, to staff, pay links and customers on routes of the others', async () => {
    for (const token of [acme.staff.owner, acme.payLink, unverified])
      expect((await account({ token })).status).toBe(403)
    for (const token of [acme.portal, acme.payLink]) {
      expect(await statusOf({ path: `/api/accounts/${acme.accountId}/`, token })).toBe(403)
      expect(await statusOf({ path: '/api/accounts/', token })).toBe(403)
      expect(await statusOf({ path: '/api/accounts/', token, host: acme.host }), 'not there at all').toBe(404)
      expect(await statusOf({ path: '/api/profile/', token })).toBe(403)
    }
  })

  it('refuses a login without customers', async () => {
    const token = rival.strangerPortal
    expect((await account({ token, host: rival.host })).status).toBe(200)
    await inAccount(test.app, CALLER, ANYBODY, rival.accountId, (ctx) =>
      ctx.db.deleteFrom('portal_user_customers').where('customer_id', '=', rival.stranger).execute(),
    )
    expect(await account({ token, host: rival.host })).toMatchObject({
      status: 401,
      body: { code: 'session_ended' },
    })
  })
})

describe('a payer’s route', () => {
  const invoice = (id: string, call: Partial<ApiCall>) =>
    api({ path: `/api/invoices/${id}/`, host: acme.host, ...call })

  it('shows a customer their own invoices and no others', async () => {
    expect((await invoice(acme.invoice, { token: acme.portal })).status).toBe(200)
    const headers = { 'x-customer-id': acme.sister }
    for (const [id, more] of [
      [acme.strangersInvoice, {}],
      [rival.invoice, {}],
      [acme.invoice, { headers }],
      [acme.accountId, {}],
    ] as const) {
      expect(await invoice(id, { token: acme.portal, ...more })).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
    }
  })

  it('shows a pay link its one invoice on the company’s and the app’s host', async () => {
    for (const host of [acme.host, 'localhost']) {
      expect((await invoice(acme.invoice, { token: acme.payLink, host })).status).toBe(200)
    }
    expect((await invoice(acme.invoice, { token: acme.payLink, host: rival.host })).status).toBe(404)
    expect((await invoice(acme.strangersInvoice, { token: acme.payLink })).status).toBe(404)
    expect((await invoice(rival.invoice, { token: acme.payLink })).status).toBe(404)
  })

  it('gives the same answer for a revoked, expired or foreign link', async () => {
    const paths = [
      `/api/invoices/${acme.invoice}/`,
      `/api/invoices/${acme.invoice}/pdf/`,
      `/api/invoices/${acme.invoice}/payment-options/`,
    ]
    const expectAlike = async (more: Partial<ApiCall>) => {
      for (const path of paths) {
        const answer = await api({ path, host: acme.host, token: acme.payLink, ...more })
        expect(answer).toMatchObject({ status: 404, body: { code: 'not_found', detail: 'Not found.' } })
      }
    }
    await expectAlike({ headers: { 'x-account-id': rival.accountId } })
    await expectAlike({ headers: { 'x-customer-id': acme.sister } })
    const links = (change: Record<string, unknown>) =>
      inAccount(test.app, CALLER, ANYBODY, acme.accountId, (ctx) =>
        ctx.db.updateTable('pay_links').set(change).execute(),
      )
    const now = await transact(async (ctx) => ctx.now)
    await links({ revoked_at: asDate(now) })
    await expectAlike({})
    await links({ revoked_at: null, expires_at: asDate(now) })
    await expectAlike({})
    await links({ expires_at: asDate(now + 1_000_000) })
    expect((await invoice(acme.invoice, { token: acme.payLink })).status).toBe(200)
  })
})

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
    const fresh = await aCompany('logout-supplies')
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

describe('a company’s host', () => {
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

// Last test, because it outlives all tokens.
it('ends after 15 minutes without a refresh', async () => {
  const token = await staffToken(acme.ownerId)
  test.clock.advance(15 * 60_000 - 1)
  expect((await profile(`Bearer ${token}`)).status).toBe(200)
  test.clock.advance(1)
  expect(await profile(`Bearer ${token}`)).toMatchObject({ status: 401, body: { code: 'session_ended' } })
})
