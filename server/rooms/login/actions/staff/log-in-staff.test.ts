import { describe, expect, it } from 'vitest'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { hashPassword } from '../../../../platform/auth/password-hashing.ts'
import { asDate } from '../../../../platform/clock.ts'
import { inAccount, tenantlessUnitOfWork } from '../../../../platform/context.ts'
import { aMember, anAccount } from '../../../accounts/testing.ts'
import { findUser, replacePassword } from '../../../identity/index.ts'
import { A_PASSWORD, aSecondFactor, aUser, makeRecoveryCodes } from '../../../identity/testing.ts'
import { logInStaff } from './log-in-staff.ts'

const test = setUpTestApp()

const CALLER = { requestId: 'test', ip: '127.0.0.1' }
const ANYBODY = { kind: 'anonymous' } as const
const logIn = (email: string, password = A_PASSWORD, auth_code?: string) =>
  logInStaff(tenantlessUnitOfWork(test.app, CALLER, ANYBODY, null), { email, password, auth_code })

describe('logInStaff', () => {
  it('replies with token, user and account', async () => {
    const { owner, accountId } = await test.transact((ctx) =>
      anAccount(ctx, { ownerEmail: 'owner@one.test' }),
    )
    const reply = await logIn('Owner@One.test ')
    expect(reply.user).toEqual({
      pk: owner.id,
      username: 'owner@one.test',
      email: 'owner@one.test',
      first_name: 'Ada',
      last_name: 'King',
      email_verified: true,
    })
    expect(reply.account).toMatchObject({
      pk: accountId,
      id: accountId,
      company: { name: 'Brightwater Supply Co.', logo: null },
      currency: 'USD',
      account_type: 'local',
      role: 'owner',
    })
    const lines = await inAccount(test.app, CALLER, ANYBODY, accountId, (ctx) =>
      ctx.db.selectFrom('audit_entries').select(['action', 'actor_id', 'ip']).execute(),
    )
    expect(lines).toEqual([{ action: 'identity.log-in', actor_id: owner.id, ip: '127.0.0.1' }])
  })

  it('shows a member’s own role, and no account to a person without one', async () => {
    const { accountId } = await test.transact((ctx) => anAccount(ctx, { ownerEmail: 'owner@two.test' }))
    await test.transact((ctx) => aMember(ctx, { accountId, email: 'viewer@two.test', role: 'viewer' }))
    expect((await logIn('viewer@two.test')).account).toMatchObject({ pk: accountId, role: 'viewer' })
    await test.transact((ctx) => aUser(ctx, { email: 'alone@two.test', homeAccountId: null }))
    expect((await logIn('alone@two.test')).account).toBeNull()
  })

  it('opens a new session at each login', async () => {
    await test.transact((ctx) => anAccount(ctx, { ownerEmail: 'owner@three.test' }))
    const tokens = [await logIn('owner@three.test'), await logIn('owner@three.test')].map(
      (reply) => reply.token,
    )
    const claims = await Promise.all(
      tokens.map((token) => test.app.tokens.verify(token, test.clock.wallNow())),
    )
    const ids = claims.map((claim) => claim.ok && claim.claims.sessionId)
    expect(new Set(ids).size).toBe(2)
  })

  it('refuses an unknown address, a wrong password and a disabled person alike', async () => {
    const { owner } = await test.transact((ctx) => anAccount(ctx, { ownerEmail: 'owner@four.test' }))
    const wrong = await logIn('owner@four.test', 'wrong password').catch((error: unknown) => error)
    const unknown = await logIn('nobody@four.test').catch((error: unknown) => error)
    const change = { disabled_at: asDate(test.clock.wallNow()) }
    await test.app.db.updateTable('users').set(change).where('id', '=', owner.id).execute()
    const disabled = await logIn('owner@four.test').catch((error: unknown) => error)
    expect(wrong).toMatchObject({ code: 'login_failed' })
    expect(unknown).toEqual(wrong)
    expect(disabled).toEqual(wrong)
  })

  it('refuses a login whose password was reset concurrently', async () => {
    const { owner } = await test.transact((ctx) => anAccount(ctx, { ownerEmail: 'owner@five.test' }))
    const uow = tenantlessUnitOfWork(test.app, CALLER, ANYBODY, null)
    let transactions = 0
    const interrupted: typeof uow = {
      ...uow,
      async transaction(work) {
        transactions += 1
        // After the hash was read, before the session opens.
        if (transactions === 2) {
          await test.transact((ctx) =>
            replacePassword(ctx, owner, 'another hash', { action: 'identity.reset-password' }),
          )
        }
        return uow.transaction(work)
      },
    }
    const login = logInStaff(interrupted, { email: 'owner@five.test', password: A_PASSWORD })
    await expect(login).rejects.toMatchObject({ code: 'login_failed' })
    const open = await test.app.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', owner.id)
      .execute()
    expect(open).toEqual([])
  })
})

describe('a login with a second factor', () => {
  const aPerson = async (email: string) => {
    const { owner, accountId } = await test.transact((ctx) => anAccount(ctx, { ownerEmail: email }))
    const factor = await test.transact((ctx) => aSecondFactor(ctx, owner.id, 'confirmed'))
    return { owner, accountId, ...factor, logIn: (code?: string) => logIn(email, A_PASSWORD, code) }
  }

  it('asks for a code after a right password, and accepts each code once', async () => {
    const { code, logIn: withCode, owner } = await aPerson('owner@code.test')
    await expect(logIn('owner@code.test', 'not it at all')).rejects.toMatchObject({ code: 'login_failed' })
    await expect(logIn('owner@code.test', 'not it at all', code)).rejects.toMatchObject({
      code: 'login_failed',
    })
    for (const nothing of [undefined, '', '  '])
      await expect(withCode(nothing)).rejects.toMatchObject({ code: 'login_needs_second_factor' })
    await expect(withCode('000000')).rejects.toMatchObject({ code: 'login_bad_authentication_code' })
    expect((await withCode(code)).user.pk).toBe(owner.id)
    await expect(withCode(code)).rejects.toMatchObject({ code: 'login_bad_authentication_code' })
  })

  it('accepts five attempts in a quarter of an hour, and one of concurrent uses of a code', async () => {
    const { code, logIn: withCode } = await aPerson('owner@tries.test')
    const codesOf = (asked: PromiseSettledResult<unknown>[]) =>
      asked.map((one) => (one.status === 'fulfilled' ? 'in' : one.reason.code)).sort()
    const twice = await Promise.allSettled([withCode(code), withCode(code), withCode(code)])
    expect(codesOf(twice)).toEqual(['in', 'login_bad_authentication_code', 'login_bad_authentication_code'])
    const guesses = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => withCode(`00000${n}`)))
    expect(codesOf(guesses)).toEqual([
      ...Array(3).fill('login_bad_authentication_code'),
      ...Array(5).fill('too_many_requests'),
    ])
    await expect(withCode()).rejects.toMatchObject({ code: 'login_needs_second_factor' })
  })

  it('mails a notice of each recovery code that was used, and of no other code', async () => {
    const email = 'owner@notices.test'
    const { owner, code, logIn: withCode } = await aPerson(email)
    const codes = await test.transact((ctx) => makeRecoveryCodes(ctx, owner.id))
    const notices = async () => {
      const mails = await inAccount(test.app, CALLER, ANYBODY, owner.homeAccountId!, (ctx) =>
        ctx.db
          .selectFrom('mail_messages')
          .select(['subject', 'text_body'])
          .where('to_address', '=', email)
          .where('kind', '=', 'identity.recovery-code-used')
          .orderBy('created_at')
          .orderBy('id')
          .execute(),
      )
      return mails.map(({ subject, text_body }) => ({
        subject,
        left: /(\d+ codes? (?:is|are) left|It was the last one)/.exec(text_body)?.[1],
        leadsTo: /https?:\S+\/forgot-password/.test(text_body),
      }))
    }
    const line = (left: string) => ({ subject: 'A recovery code was used', left, leadsTo: true })
    await withCode(code)
    await expect(withCode('00000-00000-00000')).rejects.toMatchObject({
      code: 'login_bad_authentication_code',
    })
    expect(await notices()).toEqual([])
    for (const one of codes) {
      test.clock.advance(1)
      await withCode(one)
      await expect(withCode(one)).rejects.toMatchObject({ code: 'login_bad_authentication_code' })
      await test.app.db.deleteFrom('throttle_counters').execute()
    }
    expect((await notices()).at(0)).toEqual(line('9 codes are left'))
    expect((await notices()).at(-2)).toEqual(line('1 code is left'))
    expect((await notices()).at(-1)).toEqual(line('It was the last one'))
    expect(await notices()).toHaveLength(10)
  })

  it('accepts a recovery code once, and keeps the second factor after a new password', async () => {
    const { owner, logIn: withCode } = await aPerson('owner@recovery.test')
    const [first] = await test.transact((ctx) => makeRecoveryCodes(ctx, owner.id))
    expect((await withCode(first!.replaceAll('-', ''))).user.pk).toBe(owner.id)
    await expect(withCode(first)).rejects.toMatchObject({ code: 'login_bad_authentication_code' })
    const hash = await hashPassword('another one 4 all')
    await test.transact(async (ctx) =>
      replacePassword(ctx, (await findUser(ctx, owner.id))!, hash, { action: 'identity.reset-password' }),
    )
    await expect(logIn('owner@recovery.test', 'another one 4 all')).rejects.toMatchObject({
      code: 'login_needs_second_factor',
    })
  })
})
