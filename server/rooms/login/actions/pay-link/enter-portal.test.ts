import { beforeEach, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../../../domain/dates/durations.ts'
import { callApi } from '../../../../../testing/call-api.ts'
import { aHttpPortal, type HttpPortal } from '../../../../../testing/http-portal.ts'
import { setUpTestServer } from '../../../../../testing/test-server.ts'
import { createPayLink } from '../../../invoices/index.ts'
import { anOpenInvoice } from '../../../invoices/testing.ts'
import { aPortalFactor, aPortalLogin } from '../../../portal/testing.ts'

const test = setUpTestServer()
let portal: HttpPortal

beforeEach(async () => {
  // Starts a new window for every rate limit.
  test.clock.advance(DAY_MS)
  portal = await aHttpPortal(test)
})

const ADDRESS = 'accounts@harborfoods.test'

/** An opened pay link of a customer, with the calls of its holder. */
async function anOpenLink(email = ADDRESS) {
  const customer = await portal.customer('Harbor Foods', email)
  const link = await portal.run(async (ctx) =>
    createPayLink(ctx, (await anOpenInvoice(ctx, { customer })).pk),
  )
  const post = (path: string, body: object, token?: string) =>
    callApi(test.server, {
      method: 'POST',
      path: `/api/pay-link/${path}`,
      host: portal.host,
      body,
      ...(token && { token }),
    })
  const secret = new URL(link.url).searchParams.get('token')!
  const { token } = (await post('', { token: secret })).body
  const send = () => {
    test.clock.advance(1)
    return post('portal-code/', {}, token)
  }
  const enter = (code: string) => post('portal/', { code }, token)
  return { customer, send, enter }
}

const lastCode = async () => /\b\d{6}\b/.exec((await portal.mails()).at(-1)!.subject)![0]
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')

it('opens the portal of the customer with the code that went to the address on file', async () => {
  const { customer, send, enter } = await anOpenLink()
  expect((await send()).body).toMatchObject({ sent_to: 'a•••@h•••.test' })
  expect((await portal.mails()).at(-1)!.to_address).toBe(ADDRESS)
  const code = await lastCode()
  expect(await enter(otherThan(code))).toMatchObject({ status: 400, body: { code: [expect.any(String)] } })
  const entered = await enter(` ${code.slice(0, 3)} ${code.slice(3)} `)
  expect(entered).toMatchObject({ status: 200, body: { user: { email: ADDRESS } } })
  expect((await portal.get('/api/account/', entered.body.token)).body).toMatchObject({ pk: customer })
  expect((await enter(code)).body).toMatchObject({ code: 'token_expired' })
  expect((await portal.staff('GET', 'customer-portal/')).body).toMatchObject({
    results: [{ email: ADDRESS, state: 'active', first: true }],
  })
})

it('ends a code after five wrong attempts, ten minutes, a new code or a new address', async () => {
  const { customer, send, enter } = await anOpenLink()
  await send()
  const guessed = await lastCode()
  for (let attempt = 0; attempt < 5; attempt += 1) expect((await enter(otherThan(guessed))).status).toBe(400)
  expect((await enter(guessed)).body).toMatchObject({ code: 'token_expired' })
  await send()
  const replaced = await lastCode()
  await send()
  const moved = await lastCode()
  if (replaced !== moved) expect((await enter(replaced)).body).not.toHaveProperty('token')
  const address = (email: string) =>
    portal.run((ctx) => ctx.db.updateTable('customers').set({ email }).where('id', '=', customer).execute())
  await address('new@harborfoods.test')
  expect((await enter(moved)).body).toMatchObject({ code: 'token_expired' })
  await address(ADDRESS)
  test.clock.advance(10 * MINUTE_MS)
  expect((await enter(moved)).body).toMatchObject({ code: 'token_expired' })
})

it('does not bring back an ended login, and leaves two-step login to the login page', async () => {
  const { customer, send } = await anOpenLink()
  const login = await portal.run((ctx) => aPortalLogin(ctx, { email: ADDRESS, customerIds: [customer] }))
  await portal.run((ctx) => aPortalFactor(ctx, login.id, 'confirmed'))
  expect(await send()).toMatchObject({ status: 409, body: { detail: expect.stringContaining('two-step') } })
  await portal.staff('DELETE', `customers/${customer}/customer-portal/${login.id}/`)
  expect(await send()).toMatchObject({ status: 409, body: { detail: expect.stringContaining('was ended') } })
  expect(await portal.mails()).toEqual([])
  expect((await (await anOpenLink('')).send()).status).toBe(409)
})

it('sends five codes in 15 minutes to a customer at most', async () => {
  const { send } = await anOpenLink()
  for (let sent = 0; sent < 5; sent += 1) expect((await send()).status).toBe(200)
  expect((await send()).status).toBe(429)
})
