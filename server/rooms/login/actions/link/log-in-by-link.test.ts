import { beforeEach, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../../../domain/dates/durations.ts'
import { callApi } from '../../../../../testing/call-api.ts'
import { aHttpPortal, type HttpPortal } from '../../../../../testing/http-portal.ts'
import { setUpTestServer } from '../../../../../testing/test-server.ts'
import { aPortalFactor, aPortalLogin } from '../../../portal/testing.ts'

const test = setUpTestServer()
let portal: HttpPortal
let rival: HttpPortal

beforeEach(async () => {
  // Starts a new window for every rate limit.
  test.clock.advance(DAY_MS)
  portal = await aHttpPortal(test)
  rival = await aHttpPortal(test)
})

const ADDRESS = 'maya@harborfoods.test'
const expired = { status: 400, body: { code: 'token_expired' } }

const post = (path: string, host: string, body: object) =>
  callApi(test.server, { method: 'POST', path: `/api/profile/${path}/`, host, body })
const ask = (email = ADDRESS, at = portal) => {
  // Two mails of one instant would have no order.
  test.clock.advance(1)
  return post('login-link', at.host, { email })
}
const open = (token: string, more: object = {}, at = portal) =>
  post('login-link/open', at.host, { token, ...more })
const stateOf = async (token: string, at = portal) =>
  (await post('portal-link', at.host, { token, purpose: 'log_in' })).body

/** A login with one customer, and the token of a mailed link. */
async function aLink(at = portal, email = ADDRESS) {
  const customer = await at.customer('Harbor Foods', email)
  const login = await at.run((ctx) => aPortalLogin(ctx, { email, customerIds: [customer] }))
  expect((await ask(email, at)).status).toBe(200)
  return { customer, login, token: await at.lastToken('link') }
}

it('logs in once, without a password, and using it voids the other links', async () => {
  const { customer, token } = await aLink()
  await ask()
  const later = await portal.lastToken('link')
  expect(await stateOf(token)).toEqual({ state: 'open', email: ADDRESS })
  expect(await stateOf(token), 'reading uses nothing up').toMatchObject({ state: 'open' })
  const uses = await Promise.all(Array.from({ length: 10 }, () => open(token)))
  const [used, ...more] = uses.filter(({ status }) => status === 200)
  expect(more).toEqual([])
  expect((await portal.get('/api/account/', used!.body.token)).body).toMatchObject({ pk: customer })
  expect(await stateOf(token)).toEqual({ state: 'ended' })
  expect(await open(later)).toMatchObject(expired)
})

it('accepts the invitation of a person who never chose a password', async () => {
  const customer = await portal.customer('Harbor Foods', ADDRESS)
  await portal.staff('POST', `customers/${customer}/customer-portal/invite/`, {})
  await ask()
  expect((await open(await portal.lastToken('link'))).status).toBe(200)
  expect((await portal.staff('GET', 'customer-portal/')).body).toMatchObject({
    results: [{ email: ADDRESS, state: 'active', first: true, last_seen_at: expect.any(String) }],
  })
})

it('is mailed to nobody who has no access, with the same answer', async () => {
  const customer = await portal.customer('Harbor Foods', ADDRESS)
  await portal.staff('POST', 'customer-portal/', [{ customer, email: 'added@harborfoods.test' }])
  const { login, customer: known } = await aLink(portal, 'known@harborfoods.test')
  const answers = [await ask('known@harborfoods.test')]
  const mails = (await portal.mails()).length
  await portal.staff('DELETE', `customers/${known}/customer-portal/${login.id}/`)
  for (const email of ['known@harborfoods.test', 'added@harborfoods.test', 'nobody@harborfoods.test'])
    answers.push(await ask(email))
  for (const { status, body } of answers)
    expect({ status, body }).toEqual({ status: 200, body: answers[0]!.body })
  expect(await portal.mails()).toHaveLength(mails)
})

it('ends after 15 minutes, at another portal, and with the access', async () => {
  const { token } = await aLink()
  expect(await open(token, {}, rival)).toMatchObject(expired)
  expect(await stateOf(token, rival)).toEqual({ state: 'ended' })
  const { customer, login, token: second } = await aLink(portal, 'second@harborfoods.test')
  const session = (await open(second)).body.token
  await ask('second@harborfoods.test')
  const third = await portal.lastToken('link')
  await portal.staff('DELETE', `customers/${customer}/customer-portal/${login.id}/`)
  expect((await portal.get('/api/account/', session)).status).toBe(401)
  expect(await open(third)).toMatchObject(expired)
  test.clock.advance(15 * MINUTE_MS)
  expect(await open(token)).toMatchObject(expired)
})

it('needs the second factor of a login that has one, and a wrong code leaves it open', async () => {
  const { login, token } = await aLink()
  const factor = await portal.run((ctx) => aPortalFactor(ctx, login.id, 'confirmed'))
  expect((await open(token)).body).toMatchObject({ code: 'login_needs_second_factor' })
  expect((await open(token, { auth_code: '000000' })).body).toMatchObject({
    code: 'login_bad_authentication_code',
  })
  expect((await open(token, { auth_code: factor!.code })).status).toBe(200)
  expect(await open(token, { auth_code: factor!.recoveryCodes[0] })).toMatchObject(expired)
})

it('is sent five times in 15 minutes at most to one address', async () => {
  await aLink()
  for (let sent = 1; sent < 5; sent += 1) expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(429)
})
