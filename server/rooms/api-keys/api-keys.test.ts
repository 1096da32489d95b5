import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { API_SCOPE_NAMES } from '../../../domain/people/api-scopes.ts'
import { type ApiCall, callApi } from '../../../testing/call-api.ts'
import { anHttpCompany, type HttpCompany } from '../../../testing/http-company.ts'
import { setUpTestServer } from '../../../testing/test-server.ts'
import { KEY_LIMIT } from '../../platform/http/api-keys/limit-key.ts'
import { sha256 } from '../../platform/ids.ts'
import { setClosing } from '../accounts/index.ts'
import { aKey } from './testing.ts'

const test = setUpTestServer()
let company: HttpCompany
let base: string

beforeAll(async () => {
  company = await anHttpCompany(test, 'keyed')
  base = `/api/accounts/${company.accountId}`
})

const call = <Body>(
  method: ApiCall['method'],
  path: string,
  token: string,
  body?: object,
  headers: Record<string, string> = {},
) =>
  callApi<Body>(test.server, {
    method,
    path: path.startsWith('/api/') ? path : base + path,
    token,
    body,
    headers,
  })
const create = (body: object, token = company.token) =>
  call<{ pk: string; key: string; detail: string }>('POST', '/api-keys/', token, {
    name: 'Warehouse',
    scopes: ['customers.read'],
    expires_in_days: 30,
    ...body,
  })
interface Listed {
  results: { name: string; state: string; ending: string; last_used_at: string | null }[]
}
const list = async () => (await call<Listed>('GET', '/api-keys/', company.token)).body.results

it('shows a key once, admits it by its scopes and notes its use', async () => {
  const made = await create({})
  expect(made.status).toBe(201)
  const { key, pk } = made.body
  expect(key).toMatch(/^qk_test_[\w-]{65}$/)
  const [listed] = await list()
  expect(listed).toMatchObject({
    name: 'Warehouse',
    state: 'active',
    ending: key.slice(-4),
    last_used_at: null,
  })
  expect(JSON.stringify(listed)).not.toContain(key)
  expect((await call('GET', '/customers/', key)).status).toBe(200)
  expect((await list())[0]!.last_used_at).not.toBeNull()
  const refused = await call<{ code: string }>('GET', '/invoices/', key)
  expect(refused).toMatchObject({ status: 403, body: { code: 'scope_missing' } })
  expect((await call('PATCH', `/api-keys/${pk}/`, company.token, { name: 'Shop' })).status).toBe(200)
  expect((await call('DELETE', `/api-keys/${pk}/`, company.token)).status).toBe(204)
  const ended = await call<{ code: string }>('GET', '/customers/', key)
  expect(ended).toMatchObject({ status: 401, body: { code: 'api_key_refused' } })
  expect((await list())[0]).toMatchObject({ name: 'Shop', state: 'revoked' })
})

it('writes for the company, and the audit log names the key', async () => {
  const { body } = await create({ name: 'Importer', scopes: ['customers.write', 'audit.read'] })
  const customer = { short_name: 'Harbor Foods', email: 'accounts@harborfoods.test' }
  expect((await call('POST', '/customers/', body.key, customer)).status).toBe(201)
  const log = await call<{ results: { actor: { kind: string; name: string } }[] }>(
    'GET',
    '/audit-log/',
    body.key,
  )
  const actors = log.body.results.map(({ actor }) => actor)
  expect(actors).toContainEqual(expect.objectContaining({ kind: 'api_key', name: 'API key Importer' }))
})

it('is never a person and never more than its company', async () => {
  const { key } = await company.run((ctx) => aKey(ctx, { scopes: API_SCOPE_NAMES }))
  for (const path of ['/api/profile/', '/api/accounts/', '/api-keys/', '/webhook-endpoints/', '/team/'])
    expect((await call('GET', path, key)).status, path).toBe(403)
  const other = await anHttpCompany(test, 'other-keyed')
  expect((await call('GET', `/api/accounts/${other.accountId}/customers/`, key)).status).toBe(404)
  const inHeader = { 'x-account-id': other.accountId }
  expect((await call('GET', '/api/customer-groups/', key, undefined, inHeader)).status).toBe(404)
  expect((await call('GET', '/api/customer-groups/', key)).status).toBe(200)
})

it('ends when it expires, and a changed key is refused', async () => {
  const { key } = await company.run((ctx) => aKey(ctx, { expiresAt: test.clock.wallNow() + 60_000 }))
  expect((await call('GET', '/customers/', key)).status).toBe(200)
  expect((await call('GET', '/customers/', `${key.slice(0, -1)}~`)).status).toBe(401)
  expect((await call('GET', '/customers/', key.slice(0, -1))).status).toBe(401)
  test.clock.advance(60_000)
  expect((await call('GET', '/customers/', key)).status).toBe(401)
})

it('stops while the account is closed, and works again once it is reopened', async () => {
  const closed = await anHttpCompany(test, 'closed-keyed')
  const { key } = await closed.run((ctx) => aKey(ctx, { scopes: API_SCOPE_NAMES }))
  const path = `/api/accounts/${closed.accountId}/customers/`
  await closed.run((ctx) => setClosing(ctx, { deleteAtMs: ctx.now + 60_000, userId: randomUUID() }))
  for (const [method, body] of [
    ['GET', undefined],
    ['POST', { short_name: 'Late' }],
  ] as const)
    expect(await call<{ code: string; detail: string }>(method, path, key, body)).toMatchObject({
      status: 401,
      body: { code: 'api_key_refused', detail: expect.stringContaining('closed') },
    })
  await closed.run((ctx) => setClosing(ctx, null))
  expect((await call('GET', path, key)).status).toBe(200)
})

it('is created by owners and admins only, with known scopes', async () => {
  expect((await create({}, await company.member('viewer'))).status).toBe(403)
  expect((await create({}, await company.member('advisor'))).status).toBe(403)
  expect((await create({}, await company.member('admin'))).status).toBe(201)
  for (const body of [{ scopes: [] }, { scopes: ['billing.write'] }, { name: ' ' }, { expires_in_days: 0 }])
    expect((await create(body)).status, JSON.stringify(body)).toBe(400)
})

it('reports the limit and when to retry in headers', async () => {
  const { id, key } = await company.run((ctx) => aKey(ctx))
  const first = await call('GET', '/customers/', key)
  expect(first.headers).toMatchObject({
    'ratelimit-policy': `"key";q=${KEY_LIMIT.requests};w=60`,
    ratelimit: `"key";r=${KEY_LIMIT.requests - 1};t=60`,
  })
  await test.app.db
    .updateTable('throttle_counters')
    .set({ hits: KEY_LIMIT.requests })
    .where('key', '=', sha256(`api key ${id}`).toString('base64url'))
    .execute()
  const over = await call<{ code: string }>('GET', '/customers/', key)
  expect(over).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect(over.headers).toMatchObject({ ratelimit: '"key";r=0;t=60', 'retry-after': '60' })
})
