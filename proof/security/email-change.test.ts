import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inAccount, inTransaction } from '../../server/platform/context.ts'
import { anAccount } from '../../server/rooms/accounts/testing.ts'
import { findUserByEmail } from '../../server/rooms/identity/index.ts'
import { A_PASSWORD, codeAt, holdSecondFactor } from '../../server/rooms/identity/testing.ts'
import { type ApiCall, callApi } from '../../testing/call-api.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const CALLER = { requestId: 'test', ip: '127.0.0.1' }
const ANYBODY = { kind: 'anonymous' } as const
const DAY_MS = 24 * 3_600_000
const EXPIRED = { status: 400, body: { code: 'token_expired' } }

let test: TestServer
let people = 0
let accountId: string
let email: string
let token: string
beforeAll(async () => {
  test = await createTestServer()
})
afterAll(() => test.close())

const api = (path: string, call: Partial<ApiCall> = {}) =>
  callApi(test.server, { method: 'POST', path: `/api/profile/${path}`, ...call })
const logIn = (address: string, password = A_PASSWORD) =>
  api('login/', { body: { email: address, password } })
const open = (link: string) => api('verify-email/', { body: { token: link } })
const look = (link: string) => api('email-link/', { body: { token: link } })
const readProfile = () => api('', { method: 'GET', token })
const ask = (to: string, password = A_PASSWORD) =>
  api('change-email/', { token, body: { current_password: password, email: to } })
const mailsTo = (address: string) =>
  inAccount(test.app, CALLER, ANYBODY, accountId, (ctx) =>
    ctx.db
      .selectFrom('mail_messages')
      .select(['subject', 'text_body'])
      .where('to_address', '=', address)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  )
const linkIn = async (address: string, subject: string) => {
  const mail = (await mailsTo(address)).findLast((one) => one.subject === subject)
  return /token=([\w-]+)/.exec(mail?.text_body ?? '')![1]!
}
const CONFIRM = 'Confirm your new email address'
const CHANGED = 'Your email address was changed'
/** Moves to another address, the link of the mail included, and returns what the former address can take back. */
async function moveTo(to: string): Promise<string> {
  const from = String((await readProfile()).body.email)
  expect((await ask(to)).status).toBe(200)
  expect((await open(await linkIn(to, CONFIRM))).status).toBe(200)
  test.clock.advance(1)
  return linkIn(from, CHANGED)
}

beforeEach(async () => {
  test.clock.advance(DAY_MS)
  email = `ada-${++people}@people.test`
  accountId = (await inTransaction(test.app, CALLER, ANYBODY, (ctx) => anAccount(ctx, { ownerEmail: email })))
    .accountId
  token = (await logIn(email)).body.token
})

describe('another email address', () => {
  it('takes the former one’s place once its link was opened, and the former is told twice', async () => {
    const next = `new-${people}@people.test`
    expect((await ask(` New-${people}@People.test `)).body.detail).toContain(next)
    expect((await mailsTo(email)).map((mail) => mail.subject)).toEqual([
      'Your email address is about to change',
    ])
    expect((await readProfile()).body).toMatchObject({ email, pending_email: next })
    expect((await logIn(next)).status).toBe(400)
    const link = await linkIn(next, CONFIRM)
    expect((await open(link)).body).toMatchObject({ email_verified: true, email: next, restored: false })
    expect((await readProfile()).body).toMatchObject({ email: next, pending_email: null })
    expect((await logIn(email)).status).toBe(400)
    expect((await logIn(next)).status).toBe(200)
    expect((await mailsTo(email)).map((mail) => mail.subject)).toContain(CHANGED)
    expect(await open(link)).toMatchObject(EXPIRED)
  })

  it('needs the current password, a real address and another one', async () => {
    expect((await ask('new@people.test', 'not that one')).body).toMatchObject({
      current_password: ['That’s not your current password. Please try again.'],
    })
    expect((await ask('nobody')).body).toMatchObject({ email: ['Enter a valid email address.'] })
    expect((await ask(email)).body).toMatchObject({ email: ['That’s already your address.'] })
    expect((await api('change-email/', { body: {} })).status).toBe(401)
    expect((await readProfile()).body.pending_email).toBeNull()
  })

  it('never takes an address over: asking for a known one answers alike, and tells its owner alone', async () => {
    const owner = `owner-of-${people}@people.test`
    const stranger = await ask(owner)
    const theirs = await inTransaction(test.app, CALLER, ANYBODY, (ctx) =>
      anAccount(ctx, { ownerEmail: owner }),
    )
    const known = await ask(owner)
    expect(known).toMatchObject({ status: 200, body: stranger.body })
    const told = await inAccount(test.app, CALLER, ANYBODY, theirs.accountId, (ctx) =>
      ctx.db.selectFrom('mail_messages').select(['subject', 'text_body']).execute(),
    )
    expect(told.map((mail) => mail.subject)).toEqual(['You already have an account'])
    expect(told[0]!.text_body).not.toContain('token=')
    expect((await logIn(owner)).body.account).toMatchObject({ pk: theirs.accountId })
  })

  it('who merely claimed an address doesn’t keep its owner from moving to it, and gives way', async () => {
    const next = `claimed-${people}@people.test`
    const squatter = await api('signup/', {
      body: { email: next, password1: A_PASSWORD, password2: A_PASSWORD },
    })
    expect(squatter.status).toBe(200)
    await ask(next)
    expect((await open(await linkIn(next, CONFIRM))).body).toMatchObject({ email: next })
    expect((await readProfile()).body).toMatchObject({ email: next })
    expect((await api('', { method: 'GET', token: squatter.body.token })).status).toBe(401)
    expect((await logIn(next)).body.account).toMatchObject({ pk: accountId })
  })

  it('refuses an address that somebody signed up with after the link was sent, and keeps the former', async () => {
    const next = `late-${people}@people.test`
    await ask(next)
    const link = await linkIn(next, CONFIRM)
    await inTransaction(test.app, CALLER, ANYBODY, (ctx) => anAccount(ctx, { ownerEmail: next }))
    expect(await open(link)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await logIn(email)).status).toBe(200)
  })

  it('of two people who ask for one address the first to open the link has it', async () => {
    const next = `shared-${people}@people.test`
    await ask(next)
    const links = [await linkIn(next, CONFIRM)]
    accountId = (
      await inTransaction(test.app, CALLER, ANYBODY, (ctx) =>
        anAccount(ctx, { ownerEmail: `other-${people}@people.test` }),
      )
    ).accountId
    token = (await logIn(`other-${people}@people.test`)).body.token
    await ask(next)
    links.push(await linkIn(next, CONFIRM))
    const answers = await Promise.all(links.map(open))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
  })

  it('is stopped by taking it back, by a new password and by time, and a later request replaces it', async () => {
    const [first, second] = [`first-${people}@people.test`, `second-${people}@people.test`]
    await ask(first)
    const replaced = await linkIn(first, CONFIRM)
    await ask(second)
    expect(await open(replaced)).toMatchObject(EXPIRED)
    const cancelled = await linkIn(second, CONFIRM)
    expect((await api('change-email/', { method: 'DELETE', token })).status).toBe(204)
    expect(await open(cancelled)).toMatchObject(EXPIRED)
    await ask(first)
    const next = 'an even better password'
    const body = { current_password: A_PASSWORD, password1: next, password2: next }
    expect((await api('change-password/', { token, body })).status).toBe(200)
    expect(await open(await linkIn(first, CONFIRM))).toMatchObject(EXPIRED)
    await ask(first, next)
    test.clock.advance(DAY_MS)
    expect(await open(await linkIn(first, CONFIRM))).toMatchObject(EXPIRED)
    expect((await readProfile()).status).toBe(401)
  })

  it('the former address takes it back for seven days: everybody is logged out and a password link is sent', async () => {
    const takeBack = await moveTo(`thief-${people}@people.test`)
    test.clock.advance(7 * DAY_MS - 2)
    expect((await open(takeBack)).body).toMatchObject({ email_verified: true, email, restored: true })
    expect((await readProfile()).status).toBe(401)
    expect((await mailsTo(email)).at(-1)!.subject).toBe('Set a new password')
    expect((await mailsTo(`thief-${people}@people.test`)).at(-1)!.subject).toBe(
      'Your email address was changed back',
    )
    expect((await logIn(email)).status, 'the thief knows the password').toBe(400)
    const next = 'an even better password'
    const secret = await linkIn(email, 'Set a new password')
    const reset = { token: secret, password1: next, password2: next }
    expect((await api('reset-password/', { body: reset })).status).toBe(200)
    expect((await logIn(email, next)).status).toBe(200)
    expect(await open(takeBack)).toMatchObject(EXPIRED)
  })

  it('each link says what it would do as often as it is looked at, does nothing by that, and nothing once it is over', async () => {
    const next = `next-${people}@people.test`
    await ask(next)
    const change = await linkIn(next, CONFIRM)
    for (let at = 0; at < 3; at++)
      expect(await look(change)).toMatchObject({ status: 200, body: { does: 'change_email', email: next } })
    expect((await readProfile()).body).toMatchObject({ email, pending_email: next })
    expect((await open(change)).status).toBe(200)
    expect(await look(change)).toMatchObject(EXPIRED)
    const restore = await linkIn(email, CHANGED)
    expect((await look(restore)).body).toEqual({ does: 'restore_email', email })
    expect((await readProfile()).body).toMatchObject({ email: next })
    test.clock.advance(7 * DAY_MS)
    expect(await look(restore)).toMatchObject(EXPIRED)
    await api('forgot-password/', { body: { email: next } })
    expect(await look(await linkIn(next, 'Set a new password')), 'another kind').toMatchObject(EXPIRED)
    expect(await look('A'.repeat(43))).toMatchObject(EXPIRED)
  })

  it('a sign-up that never proved the address doesn’t keep its owner from taking it back', async () => {
    const takeBack = await moveTo(`thief-${people}@people.test`)
    const squatter = await api('signup/', {
      body: { email, password1: A_PASSWORD, password2: A_PASSWORD },
    })
    expect(squatter.status).toBe(200)
    expect((await open(takeBack)).body).toMatchObject({ email, restored: true })
    const theirs = await api('', { method: 'GET', token: squatter.body.token })
    expect(theirs.status).toBe(401)
  })

  it('who moved the address twice can’t keep its first owner out', async () => {
    const ofOwner = await moveTo(`thief-${people}@people.test`)
    const ofThief = await moveTo(`thief-again-${people}@people.test`)
    expect((await open(ofThief)).status).toBe(200)
    expect((await open(ofOwner)).body).toMatchObject({ email })
    expect(await open(ofThief)).toMatchObject(EXPIRED)
  })

  it('a second factor of who moved the account goes when it is taken back; one from before stays', async () => {
    const factor = () => api('second-factor/', { method: 'GET', token })
    const setUp = async () => {
      const begun = await api('second-factor/', { token, body: { current_password: A_PASSWORD } })
      const auth_code = codeAt(String(begun.body.secret), test.clock.wallNow())
      expect((await api('second-factor/confirm/', { token, body: { auth_code } })).status).toBe(200)
    }
    const isAsked = async () => {
      const [user] = await inTransaction(test.app, CALLER, ANYBODY, (ctx) =>
        ctx.db.selectFrom('users').select('second_factor_confirmed_at').where('email', '=', email).execute(),
      )
      return user!.second_factor_confirmed_at !== null
    }
    await setUp()
    expect((await factor()).body.enabled).toBe(true)
    expect((await open(await moveTo(`thief-${people}@people.test`))).status).toBe(200)
    expect(await isAsked()).toBe(false)

    email = `bob-${++people}@people.test`
    accountId = (
      await inTransaction(test.app, CALLER, ANYBODY, (ctx) => anAccount(ctx, { ownerEmail: email }))
    ).accountId
    token = (await logIn(email)).body.token
    await setUp()
    test.clock.advance(8 * DAY_MS)
    const { secret } = await inTransaction(test.app, CALLER, ANYBODY, async (ctx) => ({
      secret: (await holdSecondFactor(ctx, (await findUserByEmail(ctx, email))!.id))!.secret,
    }))
    const auth_code = codeAt(secret, test.clock.wallNow())
    token = (await api('login/', { body: { email, password: A_PASSWORD, auth_code } })).body.token
    expect((await open(await moveTo(`mover-${people}@people.test`))).status).toBe(200)
    expect(await isAsked()).toBe(true)
  })
})
