import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ApiCall, callApi } from '../../../../../testing/call-api.ts'
import { aSweptCompany, type SweptCompany, staffSession } from '../../../../../testing/sweep/company.ts'
import {
  changedTables,
  type DatabaseInspector,
  openDatabaseInspector,
} from '../../../../../testing/sweep/database-inspector.ts'
import { setUpTestServer } from '../../../../../testing/test-server.ts'
import { asDate } from '../../../../platform/clock.ts'
import { sha256 } from '../../../../platform/ids.ts'
import { payInvoice } from '../../../payments/index.ts'
import { CARDS, cardForm } from '../../../payments/testing.ts'

const test = setUpTestServer()
let inspector: DatabaseInspector
let acme: SweptCompany
let rival: SweptCompany

beforeAll(async () => {
  inspector = await openDatabaseInspector(test.ownerConfig)
  acme = await aSweptCompany(test, 'acme-supplies')
  rival = await aSweptCompany(test, 'rival-supplies')
})
afterAll(async () => {
  await inspector?.close()
})
beforeEach(() => inspector.rows('delete from throttle_counters'))

type Body = Record<string, unknown> & {
  url: string
  token: string
  code: string
  ends_in_s: number
  results: Record<string, unknown>[]
}
const api = (call: Partial<ApiCall> & { path: string }) =>
  callApi<Body>(test.server, { method: 'GET', ...call })

const startOf = (company: SweptCompany, token: string, body: object = {}) =>
  api({
    method: 'POST',
    path: `/api/accounts/${company.accountId}/customers/${company.debtors.first.customerId}/preview/`,
    token,
    body,
  })
const codeIn = (url: string): string => new URL(url).searchParams.get('token')!
const aCode = async (token: string): Promise<string> => codeIn((await startOf(acme, token)).body.url)
const exchange = (code: string, more: object = {}, host = acme.host) =>
  api({ method: 'POST', path: '/api/preview/', host, body: { code, ...more } })

/** Opens a preview of Acme's first customer, by a viewer. */
async function aPreview(userId = acme.people.viewer) {
  const staff = await staffSession(test, userId)
  const { token } = (await exchange(await aCode(staff))).body
  const ask = (path: string, more: Partial<ApiCall> = {}) => api({ path, host: acme.host, token, ...more })
  return { staff, token, ask }
}

describe('preview URL', () => {
  it("is on the company's own portal and names the customer; only the hash of its code is stored", async () => {
    const { first } = acme.debtors
    const started = await startOf(acme, await staffSession(test, acme.people.viewer), {
      invoice: first.invoiceId,
    })
    expect(started).toMatchObject({ status: 201, body: { expires_in_s: 60 } })
    const url = new URL(started.body.url)
    expect([url.hostname, url.pathname]).toEqual([acme.host, '/customer-portal-site/'])
    const { token: code, ...query } = Object.fromEntries(url.searchParams)
    expect(query).toEqual({
      ...{ isPreview: 'true', customerId: first.customerId, accountId: acme.accountId },
      ...{ subdomain: 'acme-supplies', tab: '2', invoice: first.invoiceId, pay: 'true' },
    })
    expect(code).toMatch(/^[\w-]{43}$/)
    const kept = await inspector.rows<{ code_hash: Buffer }>(
      'select code_hash from preview_codes order by created_at desc limit 1',
    )
    expect(kept[0]!.code_hash).toEqual(sha256(code!))
  })

  it('can show one document, by the path that fetches it', async () => {
    const { first } = acme.debtors
    const staff = await staffSession(test, acme.people.viewer)
    const started = await startOf(acme, staff, { invoice: first.invoiceId, opens: 'pdf' })
    const url = new URL(started.body.url)
    expect([url.hostname, url.pathname]).toEqual([acme.host, '/customer-portal-site-preview-pdf'])
    const { token: code, ...query } = Object.fromEntries(url.searchParams)
    expect(query).toEqual({ url: `/api/invoices/${first.invoiceId}/pdf/`, customerId: first.customerId })
    const opened = await exchange(code!, { customer: query.customerId })
    const pdf = await api({ path: query.url!, host: acme.host, token: opened.body.token })
    expect(pdf).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } })
    expect((await exchange(code!)).body).toMatchObject({ code: 'token_expired' })
    for (const { invoiceId } of [acme.debtors.second, rival.debtors.first]) {
      expect((await startOf(acme, staff, { invoice: invoiceId, opens: 'pdf' })).status).toBe(404)
      const other = { path: `/api/invoices/${invoiceId}/pdf/`, host: acme.host, token: opened.body.token }
      expect(await api(other)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    for (const body of [{ opens: 'pdf' }, { invoice: first.invoiceId, opens: 'portal' }])
      expect((await startOf(acme, staff, body)).status).toBe(400)
  })

  it("is created by members only, for the account's own customers and their invoices", async () => {
    const staff = await staffSession(test, acme.people.viewer)
    expect((await startOf(acme, await staffSession(test, rival.people.owner))).status).toBe(404)
    expect((await startOf(acme, await staffSession(test, acme.people.unverified))).status).toBe(403)
    const other = `/api/accounts/${acme.accountId}/customers/${rival.debtors.first.customerId}/preview/`
    expect((await api({ method: 'POST', path: other, token: staff, body: {} })).status).toBe(404)
    for (const { invoiceId } of [acme.debtors.second, rival.debtors.first])
      expect((await startOf(acme, staff, { invoice: invoiceId })).status).toBe(404)
  })

  it('works once, also when opened in parallel', async () => {
    const code = await aCode(await staffSession(test, acme.people.viewer))
    const answers = await Promise.all(Array.from({ length: 50 }, () => exchange(code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status, body }) => status === 400 && body.code === 'token_expired')
    expect(refused).toHaveLength(49)
  })

  it('expires after a minute', async () => {
    const staff = await staffSession(test, acme.people.viewer)
    const [soon, late] = [await aCode(staff), await aCode(staff)]
    test.clock.advance(59_999)
    expect((await exchange(soon)).status).toBe(200)
    test.clock.advance(1)
    expect((await exchange(late)).body).toMatchObject({ code: 'token_expired' })
  })

  it("works only on its company's host, for its customer and account", async () => {
    const staff = await staffSession(test, acme.people.viewer)
    const code = await aCode(staff)
    const { customerId } = acme.debtors.first
    expect((await exchange(code, {}, rival.host)).status).toBe(400)
    expect((await exchange(code, {}, 'localhost')).status).toBe(404)
    expect((await exchange(code, { customer: acme.debtors.second.customerId })).status).toBe(400)
    expect((await exchange(code, { account: rival.accountId })).status).toBe(400)
    expect((await exchange(code, { customer: customerId, account: acme.accountId })).status).toBe(200)
  })

  it('cannot be opened with a session token', async () => {
    const staff = await staffSession(test, acme.people.owner)
    expect((await exchange(staff)).status).toBe(400)
    expect((await exchange(staff.split('.')[2]!)).body).toMatchObject({ code: 'token_expired' })
    expect((await api({ path: '/api/account/', host: acme.host, token: staff })).status).toBe(403)
  })

  it('opens nothing after its member has logged out', async () => {
    const staff = await staffSession(test, acme.people.admin)
    const code = await aCode(staff)
    await api({ method: 'POST', path: '/api/profile/logout/', token: staff, body: {} })
    expect((await exchange(code)).body).toMatchObject({ code: 'token_expired' })
  })
})

describe('preview', () => {
  it("shows the customer's data, with stored methods by brand and last digits only", async () => {
    const { customerId, invoiceId, portalUserId, portalEmail } = acme.debtors.first
    const payer = {
      ...({ kind: 'customer', portalUserId, sessionId: portalUserId, email: portalEmail } as const),
      ...{ customerId, customerIds: [customerId] },
    }
    await payInvoice(acme.uow(payer), {
      ...{ invoiceId, optionId: 'sandbox-card' },
      body: cardForm('1.00', { number: CARDS.good, store_method: true }),
    })
    const { ask } = await aPreview()
    const headers = { 'x-customer-id': customerId, 'x-account-id': acme.accountId }
    expect((await ask('/api/account/', { headers })).body).toMatchObject({ pk: customerId })
    expect((await ask('/api/all-accounts/')).body.results).toMatchObject([{ pk: customerId }])
    expect((await ask('/api/portal-home/')).body).toMatchObject({
      payment_methods: [{ display: 'Visa •••• 4242', expiration_year: null, expiration_month: null }],
      auto_payments: { on: false },
    })
    for (const path of ['', 'pdf/', 'payments/', 'payment-options/'])
      expect((await ask(`/api/invoices/${invoiceId}/${path}`)).status).toBe(200)
    for (const wrong of [
      { 'x-customer-id': acme.debtors.second.customerId },
      { 'x-account-id': rival.accountId },
    ])
      expect((await ask('/api/account/', { headers: wrong })).status).toBe(404)
    expect((await ask(`/api/invoices/${acme.debtors.second.invoiceId}/`)).status).toBe(404)
    expect((await ask('/api/account/', { host: rival.host })).status).toBe(404)
  })

  it('refuses every write, including payments', async () => {
    const { ask } = await aPreview()
    const { invoiceId } = acme.debtors.first
    const pay = `/api/invoices/${invoiceId}/payment-options/sandbox-card/`
    expect((await ask(pay, { method: 'OPTIONS' })).status).toBe(200)
    for (const [method, path] of [
      ['POST', pay],
      ['POST', '/api/profile/logout/'],
      ['DELETE', `/api/payment-methods/${invoiceId}/`],
      ['POST', `/api/invoices/${invoiceId}/create-paypal-order/`],
    ] as const) {
      const answer = await ask(path, { method, ...(method === 'POST' && { body: {} }) })
      expect(answer).toMatchObject({ status: 403, body: { code: 'preview_only_reads' } })
      expect(answer.headers, 'a customer’s session in this browser stays').not.toHaveProperty(
        'clear-site-data',
      )
    }
    for (const path of ['/api/profile/', `/api/accounts/${acme.accountId}/invoices/`]) {
      expect((await ask(path, { host: 'localhost' })).status).toBe(403)
      expect((await ask(path)).status, 'not there at all').toBe(404)
    }
  })

  it("is not recorded as the customer's view: it changes only its own rows", async () => {
    const { first } = acme.debtors
    const staff = await staffSession(test, acme.people.viewer)
    const before = await inspector.state()
    const { token } = (await exchange(await aCode(staff))).body
    const reads = [
      'account',
      'portal-home',
      'all-accounts',
      'invoices',
      'credit-memos',
      'payment-methods',
      'auto-payments',
    ]
    const ofInvoice = ['', 'pdf/', 'payments/', 'payment-options/'].map(
      (path) => `invoices/${first.invoiceId}/${path}`,
    )
    for (const path of [...reads.map((name) => `${name}/`), ...ofInvoice])
      expect((await api({ path: `/api/${path}`, host: acme.host, token })).status).toBe(200)
    await api({ method: 'POST', path: '/api/profile/token-refresh/', body: { token } })
    await api({ method: 'DELETE', path: '/api/preview/', host: acme.host, token })
    const changed = changedTables(before, await inspector.state())
    expect(changed).toEqual([
      `audit_entries ${acme.accountId}`,
      `audit_unsealed ${acme.accountId}`,
      `sessions ${acme.accountId}`,
    ])
    const [invoice] = await inspector.rows('select viewed_at from invoices where id = $1', [first.invoiceId])
    expect(invoice).toEqual({ viewed_at: null })
  })

  it('is audited with its member from start to end', async () => {
    const staff = await staffSession(test, acme.people.advisor)
    const code = await aCode(staff)
    test.clock.advance(1)
    const { token } = (await exchange(code)).body
    test.clock.advance(1)
    const end = { method: 'DELETE', path: '/api/preview/', host: acme.host, token } as const
    expect((await api(end)).status).toBe(204)
    const audited = await inspector.rows(
      `select actor_kind, actor_label, action, object_id from audit_entries
       where actor_id = $1 and action like 'portal.%-preview' order by at, id`,
      [acme.people.advisor],
    )
    const about = { actor_label: 'advisor@acme-supplies.test', object_id: acme.debtors.first.customerId }
    expect(audited).toEqual([
      { ...about, actor_kind: 'staff', action: 'portal.start-preview' },
      { ...about, actor_kind: 'preview', action: 'portal.open-preview' },
      { ...about, actor_kind: 'preview', action: 'portal.end-preview' },
    ])
  })

  it("is not listed among its member's sessions", async () => {
    const { staff } = await aPreview()
    const { body } = await api({ path: '/api/profile/sessions/', token: staff })
    expect((body as unknown as { current: boolean }[]).filter(({ current }) => current)).toHaveLength(1)
    const rows = await inspector.rows<{ count: number }>(
      `select count(*)::int as count from sessions where user_id = $1 and audience = 'staff' and revoked_at is null`,
      [acme.people.viewer],
    )
    expect(body).toHaveLength(rows[0]!.count)
  })
})

describe('a preview ends', () => {
  const gone = async ({ token, ask }: Awaited<ReturnType<typeof aPreview>>) => {
    expect(await ask('/api/account/')).toMatchObject({ status: 401, body: { code: 'session_ended' } })
    const refreshed = await api({ method: 'POST', path: '/api/profile/token-refresh/', body: { token } })
    return refreshed.status
  }

  it('on request, and with the session that started it', async () => {
    const ended = await aPreview()
    await ended.ask('/api/preview/', { method: 'DELETE' })
    expect(await gone(ended)).toBe(401)
    const left = await aPreview()
    await api({ method: 'POST', path: '/api/profile/logout/', token: left.staff, body: {} })
    expect(await gone(left)).toBe(401)
  })

  it("when its member's role changes, or the member is removed or disabled", async () => {
    const { admin, advisor, viewer } = acme.people
    const [raised, removed, disabled] = [
      await aPreview(viewer),
      await aPreview(advisor),
      await aPreview(admin),
    ]
    const set = (text: string, ...values: unknown[]) => inspector.rows(text, values)
    await set(`update memberships set role = 'admin' where user_id = $1`, viewer)
    await gone(raised)
    await set(`update memberships set role = 'viewer' where user_id = $1`, viewer)
    await set('delete from memberships where user_id = $1', advisor)
    await gone(removed)
    await set('update users set disabled_at = $2 where id = $1', admin, asDate(test.clock.wallNow()))
    expect(await gone(disabled)).toBe(401)
  })

  it('after half an hour, regardless of renewals', async () => {
    const staff = await staffSession(test, acme.people.viewer)
    const opened = await exchange(await aCode(staff))
    expect(opened.body.ends_in_s).toBe(1800)
    let { token } = opened.body
    const renew = () => api({ method: 'POST', path: '/api/profile/token-refresh/', body: { token } })
    for (let minutes = 0; minutes < 20; minutes += 10) {
      test.clock.advance(600_000)
      token = (await renew()).body.token
    }
    const status = async () => (await api({ path: '/api/account/', host: acme.host, token })).status
    test.clock.advance(599_000)
    expect(await status()).toBe(200)
    test.clock.advance(1_000)
    expect(await status()).toBe(401)
    expect((await renew()).status).toBe(401)
  })
})
