import { beforeEach, describe, expect, it } from 'vitest'
import { contract } from '../../../../../contract/index.ts'
import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { PORTAL_LOGIN_STATE_TEXTS } from '../../../../../domain/people/portal-login-state.ts'
import { rowsOfExport } from '../../../../../testing/exports/rows-of-export.ts'
import { aHttpPortal, type HttpPortal } from '../../../../../testing/http-portal.ts'
import { setUpTestServer } from '../../../../../testing/test-server.ts'
import { openSession } from '../../../identity/index.ts'
import { MAX_PEOPLE } from '../../rules.ts'
import { aPortalLogin } from '../../testing.ts'
import { exportPortalLogins } from './export-portal-logins.ts'

const test = setUpTestServer()
let portal: HttpPortal

beforeEach(async () => {
  // Starts a new window for every rate limit.
  test.clock.advance(DAY_MS)
  portal = await aHttpPortal(test)
})

const list = async (query = '') => (await portal.staff('GET', `customer-portal/${query}`)).body
const inList = async (query = '') =>
  ((await list(query)).results as unknown as { email: string; state: string }[]).map(
    ({ email, state }) => `${email} ${state}`,
  )
const aLogin = (email: string, ...customerIds: string[]) =>
  portal.run((ctx) => aPortalLogin(ctx, { email, customerIds }))
const session = (portalUserId: string, customerId: string) =>
  test.transact(async (ctx) => {
    const { accountId } = portal
    return (await openSession(ctx, { audience: 'portal', portalUserId, customerId, accountId })).token
  })

describe('the list of portal logins', () => {
  it('has every login with its state, and the customers without one', async () => {
    const [harbor, pelham, elm] = [
      await portal.customer('Harbor Foods', 'accounts@harbor.test'),
      await portal.customer('Pelham', 'office@pelham.test'),
      await portal.customer('Elm'),
    ]
    const first = await aLogin('first@harbor.test', harbor)
    await portal.staff('POST', `customers/${harbor}/customer-portal/invite/`, { email: 'second@harbor.test' })
    await portal.staff('POST', 'customer-portal/', [{ customer: pelham, email: 'added@pelham.test' }])
    const gone = await aLogin('gone@pelham.test', pelham)
    await portal.staff('DELETE', `customers/${pelham}/customer-portal/${gone.id}/`)
    expect(await inList()).toEqual([
      ' not_invited',
      'first@harbor.test active',
      'second@harbor.test invited',
      'added@pelham.test not_invited',
      'gone@pelham.test removed',
    ])
    expect(await list('?page=2&page_size=5')).toMatchObject({ count: 5, results: [] })
    expect(await inList('?state=removed')).toEqual(['gone@pelham.test removed'])
    expect(await inList('?search=HARBOR')).toHaveLength(2)
    const request = contract.portalLogins.export.body.parse({ search: 'pelham' })
    expect(await rowsOfExport(exportPortalLogins(portal.uow(), request))).toMatchObject([
      { Customer: 'Pelham', Email: 'added@pelham.test', Status: PORTAL_LOGIN_STATE_TEXTS.not_invited },
      { Customer: 'Pelham', Email: 'gone@pelham.test', Status: PORTAL_LOGIN_STATE_TEXTS.removed },
    ])
    expect(await inList('?search=100%25')).toEqual([])
    expect(await inList(`?customer=${elm}`)).toEqual([' not_invited'])
    expect(await inList('?order_by=-email&page_size=5')).toEqual([
      'second@harbor.test invited',
      'gone@pelham.test removed',
      'first@harbor.test active',
      'added@pelham.test not_invited',
      ' not_invited',
    ])
    expect((await list(`?customer=${harbor}`)).results).toMatchObject([
      { login: first.id, first: true, customer: harbor, short_name: 'Harbor Foods' },
      { first: false, invited_at: expect.any(String), last_seen_at: null },
    ])
  })

  it('shows nothing of another company', async () => {
    const rival = await aHttpPortal(test)
    const customer = await rival.customer('Rival', 'office@rival.test')
    const login = await rival.run((ctx) =>
      aPortalLogin(ctx, { email: 'x@rival.test', customerIds: [customer] }),
    )
    expect(await list()).toMatchObject({ count: 0 })
    const foreign = [{ customer, email: 'maya@people.test' }]
    expect((await portal.staff('POST', 'customer-portal/', foreign)).status).toBe(404)
    expect((await portal.staff('POST', 'customer-portal/invite/', foreign)).status).toBe(404)
    expect((await portal.staff('DELETE', `customers/${customer}/customer-portal/${login.id}/`)).status).toBe(
      404,
    )
    expect(await portal.mails()).toEqual([])
  })
})

it('invites several, and says whom it left out and why', async () => {
  const [harbor, pelham] = [await portal.customer('Harbor Foods'), await portal.customer('Pelham')]
  await aLogin('known@harbor.test', harbor)
  await portal.run((ctx) =>
    ctx.db.updateTable('customers').set({ is_active: false }).where('id', '=', pelham).execute(),
  )
  const entries = [
    { customer: harbor, email: 'New@Harbor.test' },
    { customer: harbor, email: 'new@harbor.test' },
    { customer: harbor, email: 'known@harbor.test' },
    { customer: pelham, email: 'office@pelham.test' },
  ]
  expect((await portal.staff('POST', 'customer-portal/invite/', entries)).body).toEqual({
    invited: [{ customer: harbor, email: 'new@harbor.test' }],
    left_out: [
      { customer: harbor, email: 'known@harbor.test', reason: 'This person logs in already.' },
      { customer: pelham, email: 'office@pelham.test', reason: 'The customer is inactive.' },
    ],
  })
  expect((await portal.mails()).map((mail) => mail.to_address)).toEqual(['new@harbor.test'])
  const wrong = await portal.staff('POST', 'customer-portal/invite/', [])
  expect(wrong).toMatchObject({ status: 400 })
})

it('gives several people of a customer a login each, up to a limit', async () => {
  const harbor = await portal.customer('Harbor Foods')
  const invite = (email: string) =>
    portal.staff('POST', `customers/${harbor}/customer-portal/invite/`, { email })
  for (let person = 0; person < MAX_PEOPLE; person += 1)
    expect((await invite(`p${person}@x.test`)).status).toBe(200)
  expect(await invite('more@x.test')).toMatchObject({ status: 400, body: { email: [expect.any(String)] } })
  expect((await invite('p3@x.test')).status).toBe(200)
  expect((await list('?page_size=50')).count).toBe(MAX_PEOPLE)
})

describe('ending a login', () => {
  it('ends its sessions at once, and leaves the others', async () => {
    const harbor = await portal.customer('Harbor Foods')
    const [first, second] = [await aLogin('first@x.test', harbor), await aLogin('second@x.test', harbor)]
    const [one, two] = [await session(first.id, harbor), await session(second.id, harbor)]
    const path = `customers/${harbor}/customer-portal/${first.id}/`
    expect((await portal.staff('DELETE', path)).status).toBe(204)
    expect((await portal.get('/api/account/', one)).status).toBe(401)
    expect((await portal.get('/api/account/', two)).status).toBe(200)
    expect((await portal.staff('DELETE', path)).status).toBe(404)
    expect((await list(`?customer=${harbor}&state=active`)).results).toMatchObject([{ first: true }])
  })

  it('of one customer leaves the person the other customers', async () => {
    const [harbor, pelham] = [await portal.customer('Harbor Foods'), await portal.customer('Pelham')]
    const login = await aLogin('maya@x.test', harbor, pelham)
    const token = await session(login.id, harbor)
    await portal.staff('DELETE', `customers/${harbor}/customer-portal/${login.id}/`)
    expect((await portal.get('/api/account/', token)).body).toMatchObject({ pk: pelham })
    await portal.staff('POST', `customers/${harbor}/customer-portal/invite/`, { email: 'maya@x.test' })
    expect(await inList('?state=removed')).toEqual([])
  })
})

describe('moving a login', () => {
  const move = (customer: string, body: object) =>
    portal.staff('POST', `customers/${customer}/customer-portal/update-email/`, body)

  it('moves the chosen one and leaves the other people', async () => {
    const harbor = await portal.customer('Harbor Foods')
    const [first, second] = [await aLogin('first@x.test', harbor), await aLogin('second@x.test', harbor)]
    expect((await move(harbor, { email: 'next@x.test', login: second.id })).status).toBe(200)
    expect(await inList()).toEqual([
      'first@x.test active',
      'next@x.test not_invited',
      'second@x.test removed',
    ])
    expect((await move(harbor, { email: 'other@x.test', login: second.id })).status).toBe(404)
    expect((await move(harbor, { email: 'first@x.test', login: first.id })).status).toBe(200)
  })

  it('refuses an address that logs in already, for this customer or another', async () => {
    const [harbor, pelham] = [await portal.customer('Harbor Foods'), await portal.customer('Pelham')]
    const { id: login } = await aLogin('first@x.test', harbor)
    await aLogin('second@x.test', harbor)
    await aLogin('office@pelham.test', pelham)
    for (const [email, word] of [
      ['second@x.test', 'already'],
      ['Office@Pelham.test', 'Pelham'],
    ])
      expect(await move(harbor, { email, login })).toMatchObject({
        status: 400,
        body: { email: [expect.stringContaining(word!)] },
      })
    expect(await inList('?state=removed')).toEqual([])
  })
})
