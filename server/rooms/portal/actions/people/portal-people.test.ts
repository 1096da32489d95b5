import { beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { callApi } from '../../../../../testing/call-api.ts'
import { aHttpPortal, type HttpPortal } from '../../../../../testing/http-portal.ts'
import { setUpTestServer } from '../../../../../testing/test-server.ts'
import { consumeMailRateLimit } from '../../../accounts/index.ts'
import { openSession } from '../../../identity/index.ts'
import { markSeen } from '../../store/portal-users.ts'
import { aPortalLogin } from '../../testing.ts'

const test = setUpTestServer()
let portal: HttpPortal

beforeEach(async () => {
  // Starts a new window for every rate limit.
  test.clock.advance(DAY_MS)
  portal = await aHttpPortal(test)
})

/** A person with a session for the customer. */
async function aPerson(customer: string, email: string) {
  test.clock.advance(1)
  const { id } = await portal.run((ctx) => aPortalLogin(ctx, { email, customerIds: [customer] }))
  const { accountId, host } = portal
  const holder = { audience: 'portal', portalUserId: id, customerId: customer, accountId } as const
  const { token } = await test.transact((ctx) => openSession(ctx, holder))
  const call = (method: 'GET' | 'POST' | 'DELETE', path = '', body?: object) => {
    test.clock.advance(1)
    return callApi(test.server, { method, path: `/api/people/${path}`, host, token, ...(body && { body }) })
  }
  return { id, call }
}

it('lets the first person invite and remove the others, and nobody else', async () => {
  const harbor = await portal.customer('Harbor Foods')
  const first = await aPerson(harbor, 'first@x.test')
  const second = await aPerson(harbor, 'second@x.test')
  expect((await first.call('GET')).body).toMatchObject({
    may_manage: true,
    people: [
      { email: 'first@x.test', you: true, first: true },
      { email: 'second@x.test', you: false, first: false },
    ],
  })
  expect((await second.call('GET')).body).toMatchObject({ may_manage: false })
  expect((await second.call('POST', '', { email: 'x@x.test' })).status).toBe(403)
  expect((await second.call('DELETE', `${first.id}/`)).status).toBe(403)
  const invited = await first.call('POST', '', { email: 'Third@X.test' })
  expect(invited.body.people).toMatchObject([{}, {}, { email: 'third@x.test', state: 'invited' }])
  expect((await portal.mails()).map((mail) => mail.to_address)).toEqual(['third@x.test'])
  expect((await first.call('DELETE', `${second.id}/`)).body.people).toHaveLength(2)
  expect((await second.call('GET')).status).toBe(401)
  expect((await first.call('DELETE', `${second.id}/`)).status).toBe(404)
  expect(await first.call('DELETE', `${first.id}/`)).toMatchObject({ status: 409 })
  expect(await first.call('POST', '', { email: 'first@x.test' })).toMatchObject({ status: 400 })
})

it('does not tell that an invited address has a login for another customer', async () => {
  const [harbor, pelham] = [await portal.customer('Harbor Foods'), await portal.customer('Pelham')]
  const first = await aPerson(harbor, 'first@x.test')
  await aPerson(pelham, 'known@pelham.test')
  const invited = async (email: string) => {
    const people = (await first.call('POST', '', { email })).body.people as unknown as object[]
    return { ...people.at(-1), pk: '', email: '' }
  }
  expect(await invited('known@pelham.test')).toEqual(await invited('nobody@pelham.test'))
  expect((await first.call('POST', '', { email: 'known@pelham.test' })).status).toBe(200)
})

it('lists people in an order that tells nothing of other customers', async () => {
  const [harbor, pelham] = [await portal.customer('Harbor Foods'), await portal.customer('Pelham')]
  const first = await aPerson(harbor, 'first@x.test')
  await portal.run((ctx) => markSeen(ctx, first.id))
  const known = await aPerson(pelham, 'known@pelham.test')
  await portal.run((ctx) => markSeen(ctx, known.id))
  for (const email of ['nobody@pelham.test', 'known@pelham.test', 'third@pelham.test'])
    expect((await first.call('POST', '', { email })).status).toBe(200)
  expect((await first.call('GET')).body).toMatchObject({
    may_manage: true,
    people: [
      { email: 'first@x.test', state: 'active', first: true },
      { email: 'nobody@pelham.test', state: 'invited' },
      { email: 'known@pelham.test', state: 'invited' },
      { email: 'third@pelham.test', state: 'invited' },
    ],
  })
})

it('keeps customers and companies apart', async () => {
  const [harbor, pelham] = [await portal.customer('Harbor Foods'), await portal.customer('Pelham')]
  const first = await aPerson(harbor, 'first@x.test')
  const other = await aPerson(pelham, 'office@pelham.test')
  expect((await first.call('DELETE', `${other.id}/`)).status).toBe(404)
  expect((await other.call('GET')).body.people).toHaveLength(1)
})

it('sends ten invitations a day at most, which are not the company’s', async () => {
  const harbor = await portal.customer('Harbor Foods')
  const first = await aPerson(harbor, 'first@x.test')
  for (let sent = 0; sent < 10; sent += 1)
    expect((await first.call('POST', '', { email: `p${sent}@x.test` })).status).toBe(200)
  expect((await first.call('POST', '', { email: 'more@x.test' })).status).toBe(429)
  await portal.run((ctx) => consumeMailRateLimit(ctx, 300))
})
