import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../domain/dates/durations.ts'
import { inAccount } from '../../server/platform/context.ts'
import { anAccount } from '../../server/rooms/accounts/testing.ts'
import { A_PASSWORD, codeAt } from '../../server/rooms/identity/testing.ts'
import { setUpTestServer } from '../../testing/test-server.ts'
import { ANYBODY, CALLER, openMailedProfile } from './profile-api.ts'

const EXPIRED = { status: 400, body: { code: 'token_expired' } }
const NEW_PASSWORD = 'an even better password'
const ON = 'Two-step login was turned on'

const test = setUpTestServer()
let people = 0
let accountId: string
let email: string
let token: string
beforeEach(async () => {
  test.clock.advance(DAY_MS)
  email = `ada-${++people}@people.test`
  const made = await test.transact((ctx) => anAccount(ctx, { ownerEmail: email }))
  accountId = made.accountId
  token = (await logIn(email)).body.token
})

const { api, logIn, open, linkIn } = openMailedProfile(test, () => accountId)
const now = (secret: string) => codeAt(secret, test.clock.wallNow())
const begin = async (password = A_PASSWORD) =>
  String((await api('second-factor/', { token, body: { current_password: password } })).body.secret)
const confirm = (auth_code: string) => api('second-factor/confirm/', { token, body: { auth_code } })
const setUp = async () => {
  const secret = await begin()
  expect((await confirm(now(secret))).status).toBe(200)
  test.clock.advance(1)
  return secret
}
const moveTo = async (to: string) => {
  const body = { current_password: A_PASSWORD, email: to }
  expect((await api('change-email/', { token, body })).status).toBe(200)
  expect((await open(await linkIn(to, 'Confirm your new email address'))).status).toBe(200)
  test.clock.advance(1)
}
/** Resets the password by the emailed link, and expects that the password alone suffices to log in. */
const expectOwnerLogsIn = async () => {
  const link = await linkIn(email, 'Set a new password')
  const body = { token: link, password1: NEW_PASSWORD, password2: NEW_PASSWORD }
  expect((await api('reset-password/', { body })).status).toBe(200)
  expect((await logIn(email, NEW_PASSWORD)).status).toBe(200)
}
const auditedActions = () =>
  inAccount(test.app, CALLER, ANYBODY, accountId, async (ctx) => {
    const rows = await ctx.db.selectFrom('audit_entries').select('action').execute()
    return rows.map((row) => row.action)
  })

describe('two-step login turned on by a thief who knows the password', () => {
  it('can be undone once within seven days by the emailed link', async () => {
    await setUp()
    const link = await linkIn(email, ON)
    test.clock.advance(7 * DAY_MS - 2)
    expect((await logIn(email)).body.code).toBe('login_needs_second_factor')
    expect((await api('email-link/', { body: { token: link } })).body).toEqual({
      does: 'undo_second_factor',
      email,
    })
    expect((await logIn(email)).body.code, 'reading the link does not use it').toBe(
      'login_needs_second_factor',
    )
    expect((await open(link)).body).toEqual({
      email_verified: true,
      email,
      restored: false,
      second_factor_undone: true,
    })
    expect((await api('', { method: 'GET', token })).status).toBe(401)
    expect((await logIn(email)).status, 'the thief knows the password').toBe(400)
    await expectOwnerLogsIn()
    expect(await open(link)).toMatchObject(EXPIRED)
    expect(await auditedActions()).toContain('identity.undo-second-factor')
  })

  it('cannot be undone after seven days', async () => {
    await setUp()
    test.clock.advance(7 * DAY_MS)
    expect(await open(await linkIn(email, ON))).toMatchObject(EXPIRED)
    expect((await logIn(email)).body.code).toBe('login_needs_second_factor')
  })

  it('is undone by one of several concurrent uses of the link', async () => {
    await setUp()
    const link = await linkIn(email, ON)
    const answers = await Promise.all([open(link), open(link), open(link)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  it('is not undone by the link of an earlier second factor', async () => {
    const first = await setUp()
    const link = await linkIn(email, ON)
    test.clock.advance(MINUTE_MS)
    const body = { current_password: A_PASSWORD, auth_code: now(first) }
    expect((await api('second-factor/end/', { token, body })).status).toBe(200)
    await setUp()
    expect(await open(link)).toMatchObject(EXPIRED)
    expect((await logIn(email)).body.code).toBe('login_needs_second_factor')
  })

  it('is undone together with a later change of the email address', async () => {
    const thief = `thief-${people}@people.test`
    await setUp()
    await moveTo(thief)
    expect((await open(await linkIn(email, ON))).body).toMatchObject({ email, second_factor_undone: true })
    await expectOwnerLogsIn()
    await expect(linkIn(thief, 'Set a new password')).rejects.toThrow()
    expect(await open(await linkIn(email, 'Your email address was changed'))).toMatchObject(EXPIRED)
  })

  it('is removed when a change of the address, made days later, is undone', async () => {
    const thief = `thief-${people}@people.test`
    const secret = await setUp()
    test.clock.advance(6 * DAY_MS)
    token = (await logIn(email, A_PASSWORD, now(secret))).body.token
    await moveTo(thief)
    test.clock.advance(6 * DAY_MS)
    expect((await open(await linkIn(email, 'Your email address was changed'))).body).toMatchObject({ email })
    await expectOwnerLogsIn()
  })

  it('is removed when an earlier change of the address is undone, and the thief’s link expires', async () => {
    const thief = `thief-${people}@people.test`
    await moveTo(thief)
    await setUp()
    const thiefsLink = await linkIn(thief, ON)
    expect((await open(await linkIn(email, 'Your email address was changed'))).body).toMatchObject({ email })
    await expectOwnerLogsIn()
    expect(await open(thiefsLink)).toMatchObject(EXPIRED)
  })
})

describe('a second factor whose setup is not confirmed', () => {
  it('is removed by a new password and by an undone change of the address', async () => {
    const begun = await begin()
    const body = { current_password: A_PASSWORD, password1: NEW_PASSWORD, password2: NEW_PASSWORD }
    expect((await api('change-password/', { token, body })).status).toBe(200)
    expect((await confirm(now(begun))).body.code).toBe('wrong_state')
    await begin(NEW_PASSWORD)
    const thief = `thief-${people}@people.test`
    const change = { current_password: NEW_PASSWORD, email: thief }
    expect((await api('change-email/', { token, body: change })).status).toBe(200)
    await open(await linkIn(thief, 'Confirm your new email address'))
    expect((await open(await linkIn(email, 'Your email address was changed'))).status).toBe(200)
    const [row] = await test.app.db
      .selectFrom('users')
      .select('second_factor_secret')
      .where('email', '=', email)
      .execute()
    expect(row!.second_factor_secret).toBeNull()
  })

  it('is not confirmed by a request whose session ends after its authorization', async () => {
    const secret = await begin()
    const waiting = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    const confirmed = await test.transact(async (ctx) => {
      await ctx.db.updateTable('users').set({ first_name: 'Held' }).where('email', '=', email).execute()
      const late = confirm(now(secret))
      await expect.poll(async () => (await waiting.execute(test.app.db)).rows[0]!.n).toBe(1)
      await sql`update sessions set revoked_at = now() where revoked_at is null`.execute(ctx.db)
      return { late }
    })
    expect((await confirmed.late).body.code).toBe('session_ended')
    expect((await logIn(email)).status).toBe(200)
  })

  it('has its own limit of wrong codes, and malformed codes do not count', async () => {
    const secret = await setUp()
    for (let at = 0; at < 6; at++) expect((await confirm('000000')).body.code).toBe('wrong_state')
    test.clock.advance(MINUTE_MS)
    const body = { current_password: A_PASSWORD, auth_code: now(secret) }
    expect((await api('second-factor/end/', { token, body })).status).toBe(200)
    const next = await begin()
    for (let at = 0; at < 6; at++) expect((await confirm('junk')).status).toBe(400)
    const wrong = now(next) === '000000' ? '000001' : '000000'
    for (let at = 0; at < 5; at++) expect((await confirm(wrong)).status).toBe(400)
    expect((await confirm(now(next))).status).toBe(429)
    test.clock.advance(15 * MINUTE_MS)
    token = (await logIn(email)).body.token
    for (let at = 0; at < 4; at++) expect((await confirm(wrong)).status).toBe(400)
    expect((await confirm(now(next))).status).toBe(200)
    expect((await logIn(email, A_PASSWORD, wrong)).body.code).toBe('login_bad_authentication_code')
    test.clock.advance(MINUTE_MS)
    expect((await logIn(email, A_PASSWORD, now(next))).status).toBe(200)
  })

  it('does not block log-ins after too many wrong codes in one session', async () => {
    const secret = await setUp()
    test.clock.advance(MINUTE_MS)
    const wrong = now(secret) === '000000' ? '000001' : '000000'
    const prove = () => api('second-factor/prove/', { token, body: { auth_code: wrong } })
    for (let at = 0; at < 5; at++) expect((await prove()).status).toBe(400)
    expect((await prove()).status).toBe(429)
    expect((await logIn(email, A_PASSWORD, now(secret))).status).toBe(200)
  })
})
