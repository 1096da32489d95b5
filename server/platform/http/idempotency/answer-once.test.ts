import { beforeAll, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../../domain/dates/durations.ts'
import { callApi } from '../../../../testing/call-api.ts'
import { anHttpCompany, type HttpCompany } from '../../../../testing/http-company.ts'
import { setUpTestServer } from '../../../../testing/test-server.ts'
import { runDueSchedules } from '../../../main/schedules.ts'
import { aKey } from '../../../rooms/api-keys/testing.ts'
import { anEndpoint } from '../../../rooms/webhooks/testing.ts'
import { sha256 } from '../../ids.ts'
import './tables.ts'

const test = setUpTestServer()
let company: HttpCompany
let key: string
let keyId: string

beforeAll(async () => {
  company = await anHttpCompany(test, 'once')
  const made = await company.run((ctx) => aKey(ctx))
  key = made.key
  keyId = made.id
})

interface Customer {
  pk: string
  code: string
}
const post = (path: string, idempotencyKey: string, body: object, token = key) =>
  callApi<Customer>(test.server, {
    method: 'POST',
    path: `/api/accounts/${company.accountId}/${path}/`,
    token,
    body,
    headers: { 'idempotency-key': idempotencyKey },
  })
const named = (short_name: string) => ({ short_name, email: 'accounts@payer.test' })
const count = async () => {
  const customers = company.run((ctx) =>
    ctx.db
      .selectFrom('customers' as never)
      .select(({ fn }) => fn.countAll<string>().as('count') as never)
      .executeTakeFirstOrThrow(),
  )
  return Number(((await customers) as { count: string }).count)
}

it('answers the same request in the same way without a second effect', async () => {
  const first = await post('customers', 'order-1', named('Atlas'))
  const again = await post('customers', 'order-1', named('Atlas'))
  expect(first.status).toBe(201)
  expect(again).toMatchObject({ status: 201, body: first.body })
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(first.headers['idempotency-replayed']).toBeUndefined()
  expect(await count()).toBe(1)
})

it('refuses another request under the key, and keeps keys of callers apart', async () => {
  const other = await post('customers', 'order-1', named('Borealis'))
  expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  const byOwner = await post('customers', 'order-1', named('Borealis'), company.token)
  expect(byOwner.status).toBe(201)
})

it('runs one of several at a time', async () => {
  const before = await count()
  const answers = await Promise.all([1, 2, 3, 4].map(() => post('customers', 'order-2', named('Cobalt'))))
  for (const { status } of answers) expect([201, 409]).toContain(status)
  expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
  expect(await count()).toBe(before + 1)
})

it('lets a refused request be made again', async () => {
  expect((await post('customers', 'order-3', { short_name: '' })).status).toBe(400)
  expect((await post('customers', 'order-3', named('Dorado'))).status).toBe(201)
})

it('refuses a malformed key, and a key where answers are not kept', async () => {
  expect((await post('customers', 'a b', named('Ember'))).status).toBe(400)
  expect((await post('customers', 'x'.repeat(256), named('Ember'))).status).toBe(400)
  const login = await callApi(test.server, {
    method: 'POST',
    path: '/api/profile/login/',
    body: { email: 'a@b.test', password: 'wrong' },
    headers: { 'idempotency-key': 'login-1' },
  })
  expect(login).toMatchObject({ status: 400, body: { code: 'idempotency_unsupported' } })
})

it('refuses a request whose first run was interrupted beside effects of its own', async () => {
  const webhook = await company.run(async (ctx) => {
    return (await anEndpoint(ctx)).pk
  })
  const path = `webhook-endpoints/${webhook}/test`
  const owner = company.token
  const first = await post(path, 'test-1', {}, owner)
  expect(first.status).toBe(200)
  expect(await post(path, 'test-1', {}, owner)).toMatchObject({ status: 200, body: first.body })
  await company.run((ctx) =>
    ctx.db
      .updateTable('idempotency_keys')
      .set({ state: 'in_progress', status: null, answer: null })
      .where('account_id', '=', ctx.accountId)
      .where('state', '=', 'done')
      .execute(),
  )
  expect(await post(path, 'test-1', {}, owner)).toMatchObject({ status: 409, body: { code: 'in_progress' } })
  test.clock.advance(5 * MINUTE_MS)
  const unknown = await post(path, 'test-1', {}, owner)
  expect(unknown).toMatchObject({ status: 409, body: { code: 'outcome_unknown' } })
  // One transaction has its effect and its answer together: without the answer there is no effect.
  expect((await post('customers', 'order-2', named('Cobalt'))).status).toBe(201)
})

it('forgets answers after a day, which are encrypted until then', async () => {
  await post('customers', 'order-9', named('Faraday'))
  const rows = () => company.run((ctx) => ctx.db.selectFrom('idempotency_keys').selectAll().execute())
  const kept = (await rows()).find(({ key_hash }) => key_hash.equals(sha256(`api_key ${keyId} order-9`)))
  expect(kept?.answer?.toString('latin1')).not.toContain('Faraday')
  test.clock.advance(DAY_MS + 1000)
  await runDueSchedules(test.app)
  expect(await rows()).toEqual([])
})
