import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../../../domain/dates/durations.ts'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { type Actor, inAccount, tenantlessUnitOfWork } from '../../../../platform/context.ts'
import { anAccount } from '../../../accounts/testing.ts'
import {
  insertLink,
  openSession,
  recognizeSession,
  selectLinks,
  sendResetLink,
} from '../../../identity/index.ts'
import { A_PASSWORD } from '../../../identity/testing.ts'
import { logInStaff } from '../staff/log-in-staff.ts'
import { changeStaffPassword } from './change-staff-password.ts'
import { resetStaffPassword } from './reset-staff-password.ts'

const CALLER = { requestId: 'test', ip: '127.0.0.1' }
const ANYBODY = { kind: 'anonymous' } as const
const NEXT = 'an even better password'

const test = setUpTestApp()
let people = 0
let email: string
let accountId: string
let actor: Actor & { kind: 'staff' }
let tokens: string[]

beforeEach(async () => {
  email = `owner-${++people}@people.test`
  const made = await test.transact((ctx) => anAccount(ctx, { ownerEmail: email }))
  accountId = made.accountId
  const sessions = await test.transact(async (ctx) => [
    await openSession(ctx, { audience: 'staff', userId: made.owner.id }),
    await openSession(ctx, { audience: 'staff', userId: made.owner.id }),
  ])
  tokens = sessions.map((session) => session.token)
  const sessionId = sessions[0]!.sessionId
  actor = { kind: 'staff', userId: made.owner.id, sessionId, email, emailVerified: true, role: null }
})

const uowAs = (who: Actor) => tenantlessUnitOfWork(test.app, CALLER, who, null)
const alive = () =>
  Promise.all(
    tokens.map(async (token) => {
      const read = await test.app.tokens.verify(token, test.clock.wallNow())
      return read.ok && (await test.transact((ctx) => recognizeSession(ctx, read.claims))) !== null
    }),
  )
const change = (given: { current_password?: string; password1?: string; password2?: string }) =>
  changeStaffPassword(uowAs(actor), {
    params: {},
    query: {},
    body: { current_password: A_PASSWORD, password1: NEXT, password2: given.password1 ?? NEXT, ...given },
  })
const logIn = (password: string) => logInStaff(uowAs(ANYBODY), { email, password })
const mails = () =>
  inAccount(test.app, CALLER, ANYBODY, accountId, (ctx) =>
    ctx.db.selectFrom('mail_messages').select(['subject', 'text_body']).orderBy('id').execute(),
  )
const resetToken = async () => {
  // Rows of the same millisecond have no order.
  test.clock.advance(1)
  await test.transact((ctx) => sendResetLink(ctx, email))
  return /password-reset-confirmation\?token=([\w-]+)/.exec((await mails()).at(-1)!.text_body)![1]!
}
const reset = (token: string, password1 = NEXT) =>
  resetStaffPassword(uowAs(ANYBODY), { token, password1, password2: password1 })

describe('changeStaffPassword', () => {
  it('unlinks every login at a provider except one of the same verified address', async () => {
    const whose = { userId: actor.userId }
    await test.transact(async (ctx) => {
      await insertLink(ctx, { provider: 'google', subject: `own ${email}` }, whose, {
        email,
        emailVerified: true,
      })
      const thief = { email: 'thief@people.test', emailVerified: true }
      await insertLink(ctx, { provider: 'facebook', subject: `thief ${email}` }, whose, thief)
    })
    await change({})
    const left = await test.transact((ctx) => selectLinks(ctx, actor.userId))
    expect(left.map(({ provider }) => provider)).toEqual(['google'])
  })

  it('sets the new password, ends every other session and notifies the owner', async () => {
    await change({})
    expect(await alive()).toEqual([true, false])
    await logIn(NEXT)
    await expect(logIn(A_PASSWORD)).rejects.toMatchObject({ code: 'login_failed' })
    expect((await mails()).map((mail) => mail.subject)).toEqual(['Your password was changed'])
  })

  it.each([
    [
      { current_password: 'not that one' },
      { current_password: ['That’s not your current password. Please try again.'] },
    ],
    [
      { password1: 'Brightwater rocks' },
      { password1: ['The password must not contain the name of your company.'] },
    ],
    [
      { password2: 'something else' },
      { password2: ['The passwords don’t match. Enter the same one twice.'] },
    ],
  ])('refuses %j', async (given, fields) => {
    await expect(change(given)).rejects.toMatchObject({ code: 'invalid_input', fields })
    expect(await alive()).toEqual([true, true])
    await logIn(A_PASSWORD)
  })

  it('succeeds for one of concurrent changes', async () => {
    const outcomes = await Promise.allSettled(
      ['first good one', 'second good one'].map((one) => change({ password1: one, password2: one })),
    )
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  })
})

describe('resetStaffPassword', () => {
  it('sets the password, verifies the address and ends every session', async () => {
    await test.app.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('email', '=', email)
      .execute()
    await reset(await resetToken())
    expect(await alive()).toEqual([false, false])
    expect((await logIn(NEXT)).user.email_verified).toBe(true)
  })

  it('succeeds for one of fifty concurrent uses of a token', async () => {
    const token = await resetToken()
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => reset(token)))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'token_expired' })
  })

  it('keeps the token unspent when the password is refused', async () => {
    const token = await resetToken()
    await expect(reset(token, 'short')).rejects.toMatchObject({
      fields: { password1: ['Use at least 8 characters.'] },
    })
    await expect(reset(token, 'brightwater-1')).rejects.toMatchObject({ code: 'invalid_input' })
    await reset(token)
    await expect(reset(token)).rejects.toMatchObject({ code: 'token_expired' })
  })

  it('refuses a token after 30 minutes, a replaced one, and one of a changed address', async () => {
    const [first, second] = [await resetToken(), await resetToken()]
    await expect(reset(first)).rejects.toMatchObject({ code: 'token_expired' })
    test.clock.advance(30 * MINUTE_MS)
    await expect(reset(second)).rejects.toMatchObject({ code: 'token_expired' })
    const third = await resetToken()
    await test.app.db
      .updateTable('users')
      .set({ email: `x${email}` })
      .where('email', '=', email)
      .execute()
    await expect(reset(third)).rejects.toMatchObject({ code: 'token_expired' })
  })
})
