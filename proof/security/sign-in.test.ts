import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../domain/dates/durations.ts'
import { inAccount } from '../../server/platform/context.ts'
import { insertMember } from '../../server/rooms/accounts/index.ts'
import { anAccount } from '../../server/rooms/accounts/testing.ts'
import { openSession } from '../../server/rooms/identity/index.ts'
import { A_PASSWORD } from '../../server/rooms/identity/testing.ts'
import { setUpTestServer } from '../../testing/test-server.ts'
import { ANYBODY, accountIn, CALLER, openProfileApi } from './profile-api.ts'

const NEXT = 'an even better password'

const test = setUpTestServer()
// Starts a new window of every rate limit.
beforeEach(() => test.clock.advance(DAY_MS))

const { api, profile, signUp, logIn } = openProfileApi(test)
const mails = (accountId: string) =>
  inAccount(test.app, CALLER, ANYBODY, accountId, (ctx) =>
    ctx.db
      .selectFrom('mail_messages')
      .select(['subject', 'text_body', 'to_address'])
      .orderBy('created_at')
      .execute(),
  )
const lastLink = async (accountId: string) =>
  new URL(/https?:\/\/\S+token=\S+/.exec((await mails(accountId)).at(-1)!.text_body)![0])

describe('from sign-up to sign-out', () => {
  it('verifies the address, lists accounts, refreshes the token and logs out', async () => {
    const signedUp = await signUp('maya@people.test', { first_name: 'Maya' })
    expect(signedUp.status).toBe(200)
    const { token } = signedUp.body
    expect(await api({ method: 'GET', path: '/api/accounts/', token })).toMatchObject({
      status: 403,
      body: { code: 'email_not_verified' },
    })
    test.clock.advance(1)
    expect((await profile('resend-verification', {}, { token })).status).toBe(200)
    const link = await lastLink(accountIn(signedUp))
    expect(link.pathname).toBe('/email-verification')
    const secret = link.searchParams.get('token')
    const verified = await profile('verify-email', { token: secret })
    expect(verified.body).toMatchObject({ email_verified: true, email: 'maya@people.test', restored: false })
    expect((await profile('verify-email', { token: secret })).body.code).toBe('token_expired')
    const accounts = await api({ method: 'GET', path: '/api/accounts/', token })
    expect(accounts.body).toMatchObject({
      page: 1,
      count: 1,
      num_pages: 1,
      results: [{ role: 'owner', company: { name: '' } }],
    })
    const refreshed = await profile('token-refresh', { token })
    expect(refreshed.body.email_verified).toBe(true)
    const named = await api({
      method: 'PATCH',
      path: '/api/profile/',
      token: refreshed.body.token,
      body: { last_name: "O'Brien" },
    })
    expect(named.body).toMatchObject({ first_name: 'Maya', last_name: "O'Brien" })
    expect((await logIn('Maya@People.test')).status).toBe(200)
    expect((await profile('logout', {}, { token: refreshed.body.token })).status).toBe(200)
    expect(await profile('token-refresh', { token: refreshed.body.token })).toMatchObject({
      status: 401,
      body: { code: 'session_ended' },
    })
  })

  it('mails links to the configured origin, whatever host the request names', async () => {
    const headers = {
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.test',
      origin: 'https://evil.test',
    }
    const signedUp = await profile(
      'signup',
      { email: 'host@people.test', password1: A_PASSWORD, password2: A_PASSWORD },
      { headers },
    )
    expect((await lastLink(accountIn(signedUp))).origin).toBe('http://localhost:3000')
    test.clock.advance(1)
    await profile('forgot-password', { email: 'host@people.test' }, { headers })
    const link = await lastLink(accountIn(signedUp))
    expect(`${link.origin}${link.pathname}`).toBe('http://localhost:3000/password-reset-confirmation')
    for (const host of ['evil.test', 'localhost.evil.test', '127.0.0.1.nip.io']) {
      expect(await profile('forgot-password', { email: 'host@people.test' }, { host })).toMatchObject({
        status: 421,
      })
    }
  })

  it('ends every session and replaces the password with a reset', async () => {
    const { accountId, owner } = await test.transact((ctx) =>
      anAccount(ctx, { ownerEmail: 'reset@people.test' }),
    )
    const { token } = (await logIn(owner.email)).body
    await profile('forgot-password', { email: ' RESET@people.test ' })
    const secret = (await lastLink(accountId)).searchParams.get('token')
    const done = await profile('reset-password', { token: secret, password1: NEXT, password2: NEXT })
    expect(done.status).toBe(200)
    expect((await api({ method: 'GET', path: '/api/profile/', token })).status).toBe(401)
    expect((await logIn(owner.email)).status).toBe(400)
    expect((await logIn(owner.email, NEXT)).status).toBe(200)
  })
})

describe('invalid input', () => {
  it.each([
    ['with quotes', '"a@evil x"@corp.test'],
    ['with a header', 'a@b.test\r\nBcc: everybody@corp.test'],
    ['of 10 kB', `${'a'.repeat(10_000)}@corp.test`],
    ['without a top-level domain', 'a@b'],
    ['without a name', '@corp.test'],
    ['with two @ signs', 'a@@corp.test'],
    ['with a space', 'a b@corp.test'],
    ['that is empty', ''],
  ])('refuses an address %s with an error on its field', async (_, email) => {
    for (const answer of [await signUp(email), await profile('forgot-password', { email })]) {
      expect(answer).toMatchObject({ status: 400, body: { email: [expect.any(String)] } })
    }
  })

  it('reports every field that is missing, invalid or unknown', async () => {
    expect((await profile('signup', {})).body).toEqual({
      email: [expect.any(String)],
      password1: ['This field is required.'],
      password2: ['This field is required.'],
    })
    expect((await signUp('x@people.test', { is_admin: true, password1: 5 })).body).toMatchObject({
      is_admin: ['This field is not known.'],
      password1: [expect.any(String)],
    })
    expect((await profile('login', { email: 'x@people.test', password: { $ne: '' } })).status).toBe(400)
    expect((await profile('token-refresh', { token: 'x', email: 'owner@people.test' })).status).toBe(400)
    expect(await profile('token-refresh', { token: 'x' })).toMatchObject({
      status: 401,
      body: { code: 'not_signed_in' },
    })
  })

  it('refuses fields that a route does not declare', async () => {
    const { accountId, owner } = await test.transact((ctx) =>
      anAccount(ctx, { ownerEmail: 'mass@people.test' }),
    )
    const { token } = await test.transact((ctx) => openSession(ctx, { audience: 'staff', userId: owner.id }))
    const account = `/api/accounts/${accountId}/`
    const before = await api({ method: 'GET', path: account, token })
    const patches = [
      [`${account}update-settings/`, { is_active: false, date_format: 'DMY' }],
      [`${account}update-settings/`, { account_type: 'provider' }],
      [`${account}update-settings/`, { company: { name: 'x' } }],
      [`${account}company/`, { memberships: [], name: 'Taken over' }],
      [`${account}company/`, { logo_file_id: accountId }],
      [`${account}company/`, { postal_address: { name: 'x' } }],
      ['/api/profile/', { email: 'other@people.test' }],
      ['/api/profile/', { email_verified: true, first_name: 'X' }],
    ] as const
    for (const [path, body] of patches) {
      expect((await api({ method: 'PATCH', path, token, body })).status).toBe(400)
    }
    expect((await api({ method: 'GET', path: account, token })).body).toEqual(before.body)
  })
})

describe('a logo', () => {
  const png = () =>
    sharp({ create: { width: 40, height: 20, channels: 3, background: '#0e6553' } })
      .png()
      .toBuffer()

  it('is checked on upload and served with headers that keep it from running', async () => {
    const { accountId, owner } = await test.transact((ctx) =>
      anAccount(ctx, { ownerEmail: 'logo@people.test' }),
    )
    const { token } = await test.transact((ctx) => openSession(ctx, { audience: 'staff', userId: owner.id }))
    const path = `/api/accounts/${accountId}/company/logo/`
    const upload = (type: string, bytes: Buffer) => api({ method: 'PUT', path, token, file: { type, bytes } })
    expect((await upload('image/svg+xml', Buffer.from('<svg/>'))).status).toBe(415)
    expect((await upload('text/html', Buffer.from('<script>'))).status).toBe(415)
    expect((await upload('image/png', Buffer.alloc(2 * 1024 * 1024 + 1))).status).toBe(413)
    expect(await upload('image/png', Buffer.from('<svg/>'))).toMatchObject({
      status: 400,
      body: { file: [expect.any(String)] },
    })
    const uploaded = await upload('image/png', await png())
    expect(uploaded.status).toBe(200)
    const { logo } = uploaded.body.company as { logo: string }
    const served = await api({ method: 'GET', path: logo })
    expect(served.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect((await sharp(served.bytes).metadata()).format).toBe('png')
    expect(
      (
        await api({
          method: 'GET',
          path: '/api/preferences/',
          host: `${await subDomain(accountId)}.localhost`,
        })
      ).body,
    ).toMatchObject({ company: { logo } })
    expect((await api({ method: 'DELETE', path, token })).status).toBe(200)
    expect((await api({ method: 'GET', path: logo })).status).toBe(404)
    expect((await api({ method: 'GET', path: `/api/logos/${accountId}/..%2f..%2fetc/` })).status).toBe(404)
  })

  const subDomain = (accountId: string) =>
    inAccount(test.app, CALLER, ANYBODY, accountId, async (ctx) => {
      const row = await ctx.db.selectFrom('portal_preferences').select('sub_domain').executeTakeFirstOrThrow()
      return row.sub_domain
    })
})

it('lists a person’s accounts by company name, with pages and a search', async () => {
  const people = await test.transact((ctx) =>
    anAccount(ctx, { ownerEmail: 'advisor@people.test', company: { name: 'Mango' } }),
  )
  const others = ['Zebra', 'apple', 'Kiwi', 'Fig', 'Lime', 'Plum']
  for (const [index, name] of others.entries()) {
    const made = await test.transact((ctx) =>
      anAccount(ctx, { ownerEmail: `owner-${index}@people.test`, company: { name } }),
    )
    await inAccount(test.app, CALLER, ANYBODY, made.accountId, (ctx) =>
      insertMember(ctx, people.owner.id, 'advisor'),
    )
  }
  const { token } = await test.transact((ctx) =>
    openSession(ctx, { audience: 'staff', userId: people.owner.id }),
  )
  const list = async (query: string) => {
    const answer = await api({ method: 'GET', path: `/api/accounts/${query}`, token })
    const results = answer.body.results as { company: { name: string }; role: string }[]
    return {
      ...answer.body,
      names: results?.map((account) => account.company.name),
      roles: results?.map((account) => account.role),
    }
  }
  const first = await list('?page_size=5')
  expect(first).toMatchObject({ count: 7, num_pages: 2, names: ['apple', 'Fig', 'Kiwi', 'Lime', 'Mango'] })
  expect(first.roles).toEqual(['advisor', 'advisor', 'advisor', 'advisor', 'owner'])
  expect((await list((first as { next?: string }).next!.replace('/api/accounts/', ''))).names).toEqual([
    'Plum',
    'Zebra',
  ])
  expect(await list('?search=man')).toMatchObject({ count: 1, names: ['Mango'] })
  expect((await list('?search=m%25n')).names).toEqual([])
  expect((await list('?order_by=-company_name&page_size=5')).names![0]).toBe('Zebra')
  expect((await api({ method: 'GET', path: '/api/accounts/?order_by=password', token })).status).toBe(400)
  expect((await api({ method: 'GET', path: '/api/accounts/?page_size=7', token })).status).toBe(400)
})
