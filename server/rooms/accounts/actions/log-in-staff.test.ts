import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asDate } from '../../../platform/clock.ts'
import { inAccount, inTransaction, openStepsOf } from '../../../platform/context.ts'
import { createTestApp, type TestApp } from '../../../platform/testing/test-app.ts'
import { replacePassword } from '../../identity/index.ts'
import { A_PASSWORD, aUser } from '../../identity/testing.ts'
import { aMember, anAccount } from '../testing.ts'
import { logInStaff } from './log-in-staff.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const CALLER = { requestId: 'test', ip: '127.0.0.1' }
const ANYBODY = { kind: 'anonymous' } as const
const transact = <T>(work: Parameters<typeof inTransaction<T>>[3]) =>
  inTransaction(test.app, CALLER, ANYBODY, work)
const logIn = (email: string, password = A_PASSWORD) =>
  logInStaff(openStepsOf(test.app, CALLER, ANYBODY, null), { email, password })

describe('logInStaff', () => {
  it('A-002 M-001 M-002 answers with token, user and account', async () => {
    const { owner, accountId } = await transact((ctx) => anAccount(ctx, { ownerEmail: 'owner@one.test' }))
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

  it('X-017 shows a member’s own role, and no account to a person without one', async () => {
    const { accountId } = await transact((ctx) => anAccount(ctx, { ownerEmail: 'owner@two.test' }))
    await transact((ctx) => aMember(ctx, { accountId, email: 'viewer@two.test', role: 'viewer' }))
    expect((await logIn('viewer@two.test')).account).toMatchObject({ pk: accountId, role: 'viewer' })
    await transact((ctx) => aUser(ctx, { email: 'alone@two.test', homeAccountId: null }))
    expect((await logIn('alone@two.test')).account).toBeNull()
  })

  it('R-13 opens a session of its own at each login', async () => {
    await transact((ctx) => anAccount(ctx, { ownerEmail: 'owner@three.test' }))
    const tokens = [await logIn('owner@three.test'), await logIn('owner@three.test')].map(
      (reply) => reply.token,
    )
    const claims = await Promise.all(
      tokens.map((token) => test.app.tokens.verify(token, test.clock.wallNow())),
    )
    const ids = claims.map((claim) => claim.ok && claim.claims.sessionId)
    expect(new Set(ids).size).toBe(2)
  })

  it('R-05 refuses unknown, wrong and disabled alike', async () => {
    const { owner } = await transact((ctx) => anAccount(ctx, { ownerEmail: 'owner@four.test' }))
    const wrong = await logIn('owner@four.test', 'wrong password').catch((error: unknown) => error)
    const unknown = await logIn('nobody@four.test').catch((error: unknown) => error)
    const change = { disabled_at: asDate(test.clock.wallNow()) }
    await test.app.db.updateTable('users').set(change).where('id', '=', owner.id).execute()
    const disabled = await logIn('owner@four.test').catch((error: unknown) => error)
    expect(wrong).toMatchObject({ code: 'login_failed' })
    expect(unknown).toEqual(wrong)
    expect(disabled).toEqual(wrong)
  })

  it('refuses a login that was verified against a password reset meanwhile', async () => {
    const { owner } = await transact((ctx) => anAccount(ctx, { ownerEmail: 'owner@five.test' }))
    const steps = openStepsOf(test.app, CALLER, ANYBODY, null)
    let transactions = 0
    const interrupted: typeof steps = {
      ...steps,
      async transaction(work) {
        transactions += 1
        // Between reading the hash and opening the session.
        if (transactions === 2) {
          await transact((ctx) =>
            replacePassword(ctx, owner, 'another hash', { action: 'identity.reset-password' }),
          )
        }
        return steps.transaction(work)
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
