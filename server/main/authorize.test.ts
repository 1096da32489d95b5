import { beforeAll, describe, expect, it } from 'vitest'
import { type ApiCall, callApi } from '../../testing/call-api.ts'
import { createCompanyWithTokens, openStaffSession } from '../../testing/company-with-tokens.ts'
import { setUp } from '../../testing/set-up.ts'
import { setUpTestServer } from '../../testing/test-server.ts'
import { asDate } from '../platform/clock.ts'
import { inAccount } from '../platform/context.ts'
import { aMember } from '../rooms/accounts/testing.ts'
import { openSession } from '../rooms/identity/index.ts'
import { aUser } from '../rooms/identity/testing.ts'

const CALLER = { requestId: 'test', ip: '127.0.0.1' }
const ANYBODY = { kind: 'anonymous' } as const

const test = setUpTestServer()
const acme = setUp(() => createCompanyWithTokens(test, 'acme-supplies'))
const rival = setUp(() => createCompanyWithTokens(test, 'rival-supplies'))
let unverified: string

beforeAll(async () => {
  unverified = await test.transact(async (ctx) => {
    const user = await aUser(ctx, {
      email: 'new@people.test',
      homeAccountId: acme.accountId,
      verified: false,
    })
    return (await openSession(ctx, { audience: 'staff', userId: user.id })).token
  })
})

const api = (call: Partial<ApiCall> & { path: string }) => callApi(test.server, { method: 'GET', ...call })
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

  it('checks the membership on each call', async () => {
    const leaver = await test.transact((ctx) =>
      aMember(ctx, { accountId: acme.accountId, email: 'leaver@people.test', role: 'admin' }),
    )
    const token = await openStaffSession(test, leaver.id)
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

  it('returns 403, never 401, when staff, pay links and customers call each other’s routes', async () => {
    for (const token of [acme.staff.owner, acme.payLink, unverified])
      expect((await account({ token })).status).toBe(403)
    for (const token of [acme.portal, acme.payLink]) {
      expect(await statusOf({ path: `/api/accounts/${acme.accountId}/`, token })).toBe(403)
      expect(await statusOf({ path: '/api/accounts/', token })).toBe(403)
      expect(
        await statusOf({ path: '/api/accounts/', token, host: acme.host }),
        'the route does not exist there',
      ).toBe(404)
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

  it('returns the same 404 for a revoked, expired or foreign link', async () => {
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
    const now = await test.transact(async (ctx) => ctx.now)
    await links({ revoked_at: asDate(now) })
    await expectAlike({})
    await links({ revoked_at: null, expires_at: asDate(now) })
    await expectAlike({})
    await links({ expires_at: asDate(now + 1_000_000) })
    expect((await invoice(acme.invoice, { token: acme.payLink })).status).toBe(200)
  })
})
