import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../../../domain/dates/durations.ts'
import { setUpTestApp, type Tenant } from '../../../../../testing/test-app.ts'
import { asDate } from '../../../../platform/clock.ts'
import { tenantlessUnitOfWork } from '../../../../platform/context.ts'
import { openSession, recognizeSession, revokeSessions } from '../../../identity/index.ts'
import { refreshSession } from './refresh-session.ts'

const CALLER = { requestId: 'test', ip: '127.0.0.1' }

const test = setUpTestApp()
let tenant: Tenant
let userId: string

beforeEach(async () => {
  tenant = await test.tenant()
  userId = tenant.owner.userId
  await test.app.db
    .updateTable('users')
    .set({ home_account_id: tenant.accountId })
    .where('id', '=', userId)
    .execute()
})

const uow = () => tenantlessUnitOfWork(test.app, CALLER, { kind: 'anonymous' }, null)
const open = () => test.transact((ctx) => openSession(ctx, { audience: 'staff', userId }))
const refresh = (token: string) => refreshSession(uow(), token)
const claimsOf = async (token: string) => {
  const read = await test.app.tokens.verify(token, test.clock.wallNow())
  if (!read.ok) throw new Error('not a good token')
  return read.claims
}
const alive = async (token: string) => {
  const claims = await claimsOf(token)
  return (await test.transact((ctx) => recognizeSession(ctx, claims))) !== null
}

describe('refreshSession', () => {
  it('returns a fresh token and whether the address is verified', async () => {
    const { token } = await open()
    test.clock.advance(5 * MINUTE_MS)
    const fresh = await refresh(token)
    expect(fresh.email_verified).toBe(true)
    expect(fresh.token).not.toBe(token)
    const [before, after] = [await claimsOf(token), await claimsOf(fresh.token)]
    expect(after.generation).toBe(before.generation + 1)
    expect(after.sessionId).toBe(before.sessionId)
    expect(after.expiresAt - before.expiresAt).toBe(5 * 60)
  })

  it('creates one generation for fifty concurrent refreshes, which get the same token', async () => {
    const { token, sessionId } = await open()
    test.clock.advance(MINUTE_MS)
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(token)))
    expect(new Set(answers.map((answer) => answer.token)).size).toBe(1)
    const row = await test.app.db
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow()
    expect(row.generation).toBe(2)
    expect(row.revoked_at).toBeNull()
  })

  it('returns the current token for the previous one within 30 s', async () => {
    const { token } = await open()
    test.clock.advance(MINUTE_MS)
    const first = await refresh(token)
    test.clock.advance(30_000)
    expect((await refresh(token)).token).toBe(first.token)
    expect(await alive(first.token)).toBe(true)
  })

  it('ends the session when a long replaced token is used, and audits it', async () => {
    const { token, sessionId } = await open()
    test.clock.advance(MINUTE_MS)
    const second = await refresh(token)
    test.clock.advance(31_000)
    await expect(refresh(token)).rejects.toMatchObject({ code: 'session_ended' })
    expect(await alive(second.token)).toBe(false)
    await expect(refresh(second.token)).rejects.toMatchObject({ code: 'session_ended' })
    const lines = await tenant.run((ctx) =>
      ctx.db.selectFrom('audit_entries').select('action').where('object_id', '=', sessionId).execute(),
    )
    expect(lines.map((line) => line.action)).toEqual(['identity.token-reused'])
  })

  it('ends the session when a token two generations old is used', async () => {
    const { token } = await open()
    test.clock.advance(1000)
    const second = await refresh(token)
    test.clock.advance(1000)
    await refresh(second.token)
    await expect(refresh(token)).rejects.toMatchObject({ code: 'session_ended' })
  })

  it('refuses a token that was idle for 15 minutes', async () => {
    const { token } = await open()
    test.clock.advance(15 * MINUTE_MS)
    await expect(refresh(token)).rejects.toMatchObject({ code: 'session_ended' })
  })

  it('ends an active session after 12 hours', async () => {
    let { token } = await open()
    for (let minutes = 0; minutes < 12 * 60 - 10; minutes += 10) {
      test.clock.advance(10 * MINUTE_MS)
      token = (await refresh(token)).token
    }
    expect((await claimsOf(token)).expiresAt * 1000).toBe(test.clock.wallNow() + 10 * MINUTE_MS)
    test.clock.advance(10 * MINUTE_MS)
    await expect(refresh(token)).rejects.toMatchObject({ code: 'session_ended' })
  })

  it('refuses a session that was revoked', async () => {
    const { token, sessionId } = await open()
    await test.transact((ctx) => revokeSessions(ctx, { sessionId }, 'test'))
    expect(await alive(token)).toBe(false)
    await expect(refresh(token)).rejects.toMatchObject({ code: 'session_ended' })
  })

  it('refuses the session of a person who was disabled', async () => {
    const { token } = await open()
    const disabled = { disabled_at: asDate(test.clock.wallNow()) }
    await test.app.db.updateTable('users').set(disabled).where('id', '=', userId).execute()
    expect(await alive(token)).toBe(false)
    await expect(refresh(token)).rejects.toMatchObject({ code: 'session_ended' })
  })

  it('refuses a text that is not a token', async () => {
    for (const text of ['', 'x', 'a.b.c']) {
      await expect(refresh(text)).rejects.toMatchObject({ code: 'not_signed_in' })
    }
  })
})
