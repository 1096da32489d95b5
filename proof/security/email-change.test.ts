import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../domain/dates/durations.ts'
import { inAccount } from '../../server/platform/context.ts'
import { anAccount } from '../../server/rooms/accounts/testing.ts'
import { findUserByEmail } from '../../server/rooms/identity/index.ts'
import { A_PASSWORD, codeAt, lockSecondFactor } from '../../server/rooms/identity/testing.ts'
import { setUpTestServer } from '../../testing/test-server.ts'
import { ANYBODY, CALLER, openMailedProfile } from './profile-api.ts'

const EXPIRED = { status: 400, body: { code: 'token_expired' } }

const test = setUpTestServer()
let people = 0
let accountId: string
let email: string
let token: string

const { api, logIn, open, mailsTo, linkIn } = openMailedProfile(test, () => accountId)
const preview = (link: string) => api('email-link/', { body: { token: link } })
const readProfile = () => api('', { method: 'GET', token })
const requestChange = (to: string, password = A_PASSWORD) =>
  api('change-email/', { token, body: { current_password: password, email: to } })
const CONFIRM = 'Confirm your new email address'
const CHANGED = 'Your email address was changed'
/** Changes the address, including the confirmation, and returns the link that restores the former address. */
async function moveTo(to: string): Promise<string> {
  const from = String((await readProfile()).body.email)
  expect((await requestChange(to)).status).toBe(200)
  expect((await open(await linkIn(to, CONFIRM))).status).toBe(200)
  test.clock.advance(1)
  return linkIn(from, CHANGED)
}

beforeEach(async () => {
  test.clock.advance(DAY_MS)
  email = `ada-${++people}@people.test`
  accountId = (await test.transact((ctx) => anAccount(ctx, { ownerEmail: email }))).accountId
  token = (await logIn(email)).body.token
})

describe('a change of the email address', () => {
  it('takes effect once its link is opened, and the former address is notified twice', async () => {
    const next = `new-${people}@people.test`
    expect((await requestChange(` New-${people}@People.test `)).body.detail).toContain(next)
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

  it('needs the current password and a valid, different address', async () => {
    expect((await requestChange('new@people.test', 'not that one')).body).toMatchObject({
      current_password: ['That’s not your current password. Please try again.'],
    })
    expect((await requestChange('nobody')).body).toMatchObject({ email: ['Enter a valid email address.'] })
    expect((await requestChange(email)).body).toMatchObject({ email: ['That’s already your address.'] })
    expect((await api('change-email/', { body: {} })).status).toBe(401)
    expect((await readProfile()).body.pending_email).toBeNull()
  })

  it('never takes over a known address: the response is the same, and its owner is notified', async () => {
    const owner = `owner-of-${people}@people.test`
    const stranger = await requestChange(owner)
    const theirs = await test.transact((ctx) => anAccount(ctx, { ownerEmail: owner }))
    const known = await requestChange(owner)
    expect(known).toMatchObject({ status: 200, body: stranger.body })
    const notices = await inAccount(test.app, CALLER, ANYBODY, theirs.accountId, (ctx) =>
      ctx.db.selectFrom('mail_messages').select(['subject', 'text_body']).execute(),
    )
    expect(notices.map((mail) => mail.subject)).toEqual(['You already have an account'])
    expect(notices[0]!.text_body).not.toContain('token=')
    expect((await logIn(owner)).body.account).toMatchObject({ pk: theirs.accountId })
  })

  it('replaces an unverified sign-up with the same address', async () => {
    const next = `claimed-${people}@people.test`
    const squatter = await api('signup/', {
      body: { email: next, password1: A_PASSWORD, password2: A_PASSWORD },
    })
    expect(squatter.status).toBe(200)
    await requestChange(next)
    expect((await open(await linkIn(next, CONFIRM))).body).toMatchObject({ email: next })
    expect((await readProfile()).body).toMatchObject({ email: next })
    expect((await api('', { method: 'GET', token: squatter.body.token })).status).toBe(401)
    expect((await logIn(next)).body.account).toMatchObject({ pk: accountId })
  })

  it('is refused when somebody signs up with the address before its link is opened', async () => {
    const next = `late-${people}@people.test`
    await requestChange(next)
    const link = await linkIn(next, CONFIRM)
    await test.transact((ctx) => anAccount(ctx, { ownerEmail: next }))
    expect(await open(link)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await logIn(email)).status).toBe(200)
  })

  it('succeeds for the first of two users who open their links for one address', async () => {
    const next = `shared-${people}@people.test`
    await requestChange(next)
    const links = [await linkIn(next, CONFIRM)]
    accountId = (await test.transact((ctx) => anAccount(ctx, { ownerEmail: `other-${people}@people.test` })))
      .accountId
    token = (await logIn(`other-${people}@people.test`)).body.token
    await requestChange(next)
    links.push(await linkIn(next, CONFIRM))
    const answers = await Promise.all(links.map(open))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
  })

  it('is ended by cancellation, a new password, expiry or a later request', async () => {
    const [first, second] = [`first-${people}@people.test`, `second-${people}@people.test`]
    await requestChange(first)
    const replaced = await linkIn(first, CONFIRM)
    await requestChange(second)
    expect(await open(replaced)).toMatchObject(EXPIRED)
    const canceled = await linkIn(second, CONFIRM)
    expect((await api('change-email/', { method: 'DELETE', token })).status).toBe(204)
    expect(await open(canceled)).toMatchObject(EXPIRED)
    await requestChange(first)
    const next = 'an even better password'
    const body = { current_password: A_PASSWORD, password1: next, password2: next }
    expect((await api('change-password/', { token, body })).status).toBe(200)
    expect(await open(await linkIn(first, CONFIRM))).toMatchObject(EXPIRED)
    await requestChange(first, next)
    test.clock.advance(DAY_MS)
    expect(await open(await linkIn(first, CONFIRM))).toMatchObject(EXPIRED)
    expect((await readProfile()).status).toBe(401)
  })

  it('can be undone from the former address for seven days, which ends all sessions and mails a password link', async () => {
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

  it('has links that describe their effect without causing it, until they expire', async () => {
    const next = `next-${people}@people.test`
    await requestChange(next)
    const change = await linkIn(next, CONFIRM)
    for (let at = 0; at < 3; at++)
      expect(await preview(change)).toMatchObject({
        status: 200,
        body: { does: 'change_email', email: next },
      })
    expect((await readProfile()).body).toMatchObject({ email, pending_email: next })
    expect((await open(change)).status).toBe(200)
    expect(await preview(change)).toMatchObject(EXPIRED)
    const restore = await linkIn(email, CHANGED)
    expect((await preview(restore)).body).toEqual({ does: 'restore_email', email })
    expect((await readProfile()).body).toMatchObject({ email: next })
    test.clock.advance(7 * DAY_MS)
    expect(await preview(restore)).toMatchObject(EXPIRED)
    await api('forgot-password/', { body: { email: next } })
    expect(await preview(await linkIn(next, 'Set a new password')), 'a link of another kind').toMatchObject(
      EXPIRED,
    )
    expect(await preview('A'.repeat(43))).toMatchObject(EXPIRED)
  })

  it('can be undone although an unverified sign-up has the former address', async () => {
    const takeBack = await moveTo(`thief-${people}@people.test`)
    const squatter = await api('signup/', {
      body: { email, password1: A_PASSWORD, password2: A_PASSWORD },
    })
    expect(squatter.status).toBe(200)
    expect((await open(takeBack)).body).toMatchObject({ email, restored: true })
    const theirs = await api('', { method: 'GET', token: squatter.body.token })
    expect(theirs.status).toBe(401)
  })

  it('can be undone by the first owner after a second change', async () => {
    const ofOwner = await moveTo(`thief-${people}@people.test`)
    const ofThief = await moveTo(`thief-again-${people}@people.test`)
    expect((await open(ofThief)).status).toBe(200)
    expect((await open(ofOwner)).body).toMatchObject({ email })
    expect(await open(ofThief)).toMatchObject(EXPIRED)
  })

  it('loses a second factor set up just before it when undone, and keeps an older one', async () => {
    const factor = () => api('second-factor/', { method: 'GET', token })
    const setUp = async () => {
      const begun = await api('second-factor/', { token, body: { current_password: A_PASSWORD } })
      const auth_code = codeAt(String(begun.body.secret), test.clock.wallNow())
      expect((await api('second-factor/confirm/', { token, body: { auth_code } })).status).toBe(200)
    }
    const hasSecondFactor = async () => {
      const [user] = await test.transact((ctx) =>
        ctx.db.selectFrom('users').select('second_factor_confirmed_at').where('email', '=', email).execute(),
      )
      return user!.second_factor_confirmed_at !== null
    }
    await setUp()
    expect((await factor()).body.enabled).toBe(true)
    expect((await open(await moveTo(`thief-${people}@people.test`))).status).toBe(200)
    expect(await hasSecondFactor()).toBe(false)

    email = `bob-${++people}@people.test`
    accountId = (await test.transact((ctx) => anAccount(ctx, { ownerEmail: email }))).accountId
    token = (await logIn(email)).body.token
    await setUp()
    test.clock.advance(8 * DAY_MS)
    const { secret } = await test.transact(async (ctx) => ({
      secret: (await lockSecondFactor(ctx, (await findUserByEmail(ctx, email))!.id))!.secret,
    }))
    const auth_code = codeAt(secret, test.clock.wallNow())
    token = (await api('login/', { body: { email, password: A_PASSWORD, auth_code } })).body.token
    expect((await open(await moveTo(`mover-${people}@people.test`))).status).toBe(200)
    expect(await hasSecondFactor()).toBe(true)
  })
})
