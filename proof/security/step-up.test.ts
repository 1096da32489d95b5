import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { MINUTE_MS } from '../../domain/dates/durations.ts'
import type { StaffRole } from '../../domain/people/roles.ts'
import { aMember, anAccount } from '../../server/rooms/accounts/testing.ts'
import { openSession } from '../../server/rooms/identity/index.ts'
import { A_PASSWORD, aSecondFactor, codeAt } from '../../server/rooms/identity/testing.ts'
import { callApi } from '../../testing/call-api.ts'
import { setUpTestServer } from '../../testing/test-server.ts'

const test = setUpTestServer()
let accountId: string
let people = 0

beforeAll(async () => {
  accountId = (await test.transact((ctx) => anAccount(ctx, { ownerEmail: 'owner@step-up.test' }))).accountId
})

async function createMember(role: StaffRole, withSecondFactor: boolean) {
  const email = `${role}-${++people}@step-up.test`
  const user = await test.transact((ctx) => aMember(ctx, { accountId, email, role }))
  const factor = withSecondFactor
    ? await test.transact((ctx) => aSecondFactor(ctx, user.id, 'confirmed'))
    : null
  const { token } = await test.transact((ctx) => openSession(ctx, { audience: 'staff', userId: user.id }))
  return { email, token, code: () => codeAt(factor!.secret, test.clock.wallNow()) }
}

const call = (path: string, token: string, body: object = {}) =>
  callApi(test.server, { method: 'POST', path: `/api/accounts/${accountId}/${path}`, token, body })
const refundBody = { total: '1.00', total_currency: 'USD', request_id: 'step-up-refund-1' }
/** Calls that send money, for records that do not exist, so 404 means that the caller was authorized. */
const sendMoney = (token: string) => [
  call(`payments/${randomUUID()}/refund/`, token, refundBody),
  call(`payments/${randomUUID()}/void/`, token),
  call(`credit-memos/${randomUUID()}/apply/`, token, {
    invoice: randomUUID(),
    amount: '1.00',
    request_id: 'step-up-apply-1',
  }),
]
const resultCodes = async (token: string) =>
  (await Promise.all(sendMoney(token))).map(({ status, body }) => (status === 404 ? 404 : body.code))
const prove = (token: string, auth_code: string) =>
  callApi(test.server, {
    method: 'POST',
    path: '/api/profile/second-factor/prove/',
    token,
    body: { auth_code },
  })

it('requires an admin with a second factor to enter a code before sending money, every ten minutes', async () => {
  const admin = await createMember('admin', true)
  const needed = Array(3).fill('second_factor_needed')
  expect(await resultCodes(admin.token)).toEqual(needed)
  expect((await call(`invoices/${randomUUID()}/void/`, admin.token, { reason: 'x' })).status).toBe(404)
  expect((await prove(admin.token, '000000')).body).toHaveProperty('auth_code')
  expect(await resultCodes(admin.token)).toEqual(needed)
  const code = admin.code()
  const proved = await Promise.all([prove(admin.token, code), prove(admin.token, code)])
  expect(proved.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await resultCodes(admin.token)).toEqual([404, 404, 404])
  test.clock.advance(10 * MINUTE_MS)
  expect(await resultCodes(admin.token)).toEqual([404, 404, 404])
  test.clock.advance(1)
  expect(await resultCodes(admin.token)).toEqual(needed)
})

it('accepts a code for its session only, and the code of a log-in as well', async () => {
  const admin = await createMember('admin', true)
  const logIn = { email: admin.email, password: A_PASSWORD, auth_code: admin.code() }
  const loggedIn = await callApi<{ token: string }>(test.server, {
    method: 'POST',
    path: '/api/profile/login/',
    body: logIn,
  })
  expect(await resultCodes(loggedIn.body.token)).toEqual([404, 404, 404])
  expect((await resultCodes(admin.token))[0]).toBe('second_factor_needed')
})

it('requires no code of owners and of admins without a second factor, and refuses others by their rights first', async () => {
  for (const [role, withSecondFactor] of [
    ['owner', true],
    ['admin', false],
  ] as const)
    expect(await resultCodes((await createMember(role, withSecondFactor)).token)).toEqual([404, 404, 404])
  expect(await resultCodes((await createMember('viewer', true)).token)).toEqual(Array(3).fill('not_allowed'))
  expect((await prove((await createMember('admin', false)).token, '123456')).body.code).toBe('wrong_state')
})
