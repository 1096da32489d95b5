import { describe, expect, it } from 'vitest'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { newId } from '../../../../platform/ids.ts'
import { TOKEN_LIFE_MS, type TokenPurpose } from '../../rules.ts'
import { tryCode } from '../second-factor/try-code.ts'
import { issueCode } from './issue-code.ts'
import { issueToken } from './issue-token.ts'
import { peekToken } from './peek-token.ts'
import { redeemToken } from './redeem-token.ts'

const test = setUpTestApp()

const aSubject = () => newId(test.clock.wallNow())
const issue = (purpose: TokenPurpose, subjectId = aSubject()) =>
  test.transact((ctx) => issueToken(ctx, { purpose, email: 'ada@people.test', subjectId }))
const redeem = (secret: string, purpose: TokenPurpose) =>
  test.transact((ctx) => redeemToken(ctx, secret, purpose))
const expired = { code: 'token_expired' }

describe('one-time tokens', () => {
  it('have 256 random bits, stored only as a hash', async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, () => issue('portal_enrol')))
    expect(new Set(secrets).size).toBe(20)
    for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    const rows = await test.app.db.selectFrom('one_time_tokens').selectAll().execute()
    for (const row of rows) {
      expect(row.token_hash).toHaveLength(32)
      expect(secrets).not.toContain(row.token_hash.toString('base64url'))
    }
  })

  it('succeed once in fifty parallel uses', async () => {
    const secret = await issue('reset_password')
    const uses = await Promise.allSettled(Array.from({ length: 50 }, () => redeem(secret, 'reset_password')))
    expect(uses.filter((use) => use.status === 'fulfilled')).toHaveLength(1)
    for (const use of uses) if (use.status === 'rejected') expect(use.reason).toMatchObject(expired)
  })

  it('are valid to the last millisecond of their lifetime and not after', async () => {
    for (const purpose of ['verify_email', 'reset_password', 'portal_enrol', 'portal_reset'] as const) {
      const [early, late] = [await issue(purpose), await issue(purpose)]
      test.clock.advance(TOKEN_LIFE_MS[purpose] - 1)
      expect(await redeem(early, purpose)).toMatchObject({ email: 'ada@people.test' })
      test.clock.advance(1)
      await expect(redeem(late, purpose)).rejects.toMatchObject(expired)
    }
  })

  it('are valid for their purpose only, and peeking does not use them up', async () => {
    const secret = await issue('portal_reset')
    await expect(redeem(secret, 'reset_password')).rejects.toMatchObject(expired)
    await expect(test.transact((ctx) => peekToken(ctx, secret, ['portal_enrol']))).rejects.toMatchObject(
      expired,
    )
    for (let look = 0; look < 3; look++)
      await test.transact((ctx) => peekToken(ctx, secret, ['portal_reset']))
    await redeem(secret, 'portal_reset')
    await expect(test.transact((ctx) => peekToken(ctx, secret, ['portal_reset']))).rejects.toMatchObject(
      expired,
    )
  })

  it('are voided by the next one', async () => {
    const subject = aSubject()
    const [first, second] = [await issue('portal_enrol', subject), await issue('portal_enrol', subject)]
    await expect(redeem(first, 'portal_enrol')).rejects.toMatchObject(expired)
    await redeem(second, 'portal_enrol')
  })
})

describe('codes', () => {
  const about = (subjectId: string) =>
    ({ purpose: 'pay_link_code', subjectId, email: 'ada@people.test' }) as const
  const aCode = (subject: string) => test.transact((ctx) => issueCode(ctx, about(subject)))
  const enter = (subject: string, typed: string) =>
    test.transact((ctx) => tryCode(ctx, about(subject), typed))
  const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')

  it('have six digits, are for one subject and work once', async () => {
    const [mine, other] = [aSubject(), aSubject()]
    const code = await aCode(mine)
    expect(code).toMatch(/^\d{6}$/)
    expect(await enter(other, code)).toBe('void')
    expect(await enter(mine, `${code.slice(0, 3)} ${code.slice(3)}`)).toBe('right')
    expect(await enter(mine, code)).toBe('void')
  })

  it('are void after five wrong attempts, also in parallel', async () => {
    const subject = aSubject()
    const code = await aCode(subject)
    const tries = await Promise.all(Array.from({ length: 20 }, () => enter(subject, wrongFor(code))))
    expect(tries.filter((outcome) => outcome === 'wrong')).toHaveLength(5)
    expect(await enter(subject, code)).toBe('void')
    const next = await aCode(subject)
    expect(await enter(subject, next)).toBe('right')
  })

  it('expire after ten minutes', async () => {
    const subject = aSubject()
    const code = await aCode(subject)
    test.clock.advance(600_000)
    expect(await enter(subject, code)).toBe('void')
  })
})
