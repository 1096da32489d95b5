import { argon2Sync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction, openStepsOf } from '../../../platform/context.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { createTestApp, type TestApp } from '../../../platform/testing/test-app.ts'
import { findUserByEmail } from '../store/users.ts'
import { A_PASSWORD, aUser } from '../testing.ts'
import { provePassword } from './prove-password.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

let addresses = 0
const stepsFrom = (ip: string) =>
  openStepsOf(test.app, { requestId: 'test', ip }, { kind: 'anonymous' }, null)
const newAddress = () => `10.0.0.${++addresses}`
const prove = (email: string, password: string, ip: string) =>
  provePassword(stepsFrom(ip), { key: `staff ${email}`, password }, (ctx) => findUserByEmail(ctx, email))
const aPerson = (email: string) =>
  inTransaction(test.app, { requestId: 'test', ip: null }, { kind: 'anonymous' }, (ctx) =>
    aUser(ctx, { email, homeAccountId: null }),
  )

async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'proved'
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error)
  }
}

describe('provePassword', () => {
  it('names whom the password belongs to', async () => {
    const user = await aPerson('right@people.test')
    const proof = await prove('right@people.test', A_PASSWORD, newAddress())
    expect(proof).toMatchObject({ who: { id: user.id }, freshHash: null })
  })

  it('R-05 refuses a wrong password and an unknown address with the same words', async () => {
    await aPerson('known@people.test')
    const refusals = await Promise.all(
      ['known@people.test', 'unknown@people.test'].map((email) =>
        prove(email, 'not the password', newAddress()).catch((error: Refusal) => error),
      ),
    )
    expect(refusals[0]).toEqual(refusals[1])
    expect(refusals[0]).toMatchObject({ code: 'login_failed' })
  })

  it('R-03 verifies at most five of two hundred parallel wrong passwords', async () => {
    await aPerson('attacked@people.test')
    const attempts = Array.from({ length: 200 }, (_, index) =>
      outcomeOf(prove('attacked@people.test', `wrong ${index}`, `10.1.0.${index}`)),
    )
    const outcomes = await Promise.all(attempts)
    expect(outcomes.filter((code) => code === 'login_failed').length).toBeLessThanOrEqual(5)
    expect(outcomes.filter((code) => code === 'proved')).toHaveLength(0)
    expect(outcomes.filter((code) => code === 'too_many_requests').length).toBeGreaterThanOrEqual(195)
  })

  it('R-03 makes each further attempt wait longer, and never locks anybody out', async () => {
    await aPerson('slow@people.test')
    for (let failure = 0; failure < 5; failure++) {
      expect(await outcomeOf(prove('slow@people.test', 'wrong', newAddress()))).toBe('login_failed')
    }
    for (const delayS of [1, 2, 4, 8, 16, 32, 60, 60]) {
      test.clock.advance(delayS * 1000 - 1)
      expect(await outcomeOf(prove('slow@people.test', A_PASSWORD, newAddress()))).toBe('too_many_requests')
      test.clock.advance(1)
      const ip = newAddress()
      expect(await outcomeOf(prove('slow@people.test', 'wrong', ip))).toBe('login_failed')
    }
    test.clock.advance(60_000)
    expect(await outcomeOf(prove('slow@people.test', A_PASSWORD, newAddress()))).toBe('proved')
    expect(await outcomeOf(prove('slow@people.test', 'wrong', newAddress()))).toBe('login_failed')
  })

  it('R-03 stops an address after fifty failures, whomever it tries, and counts no success', async () => {
    await aPerson('honest@people.test')
    const ip = newAddress()
    for (let success = 0; success < 3; success++) await prove('honest@people.test', A_PASSWORD, ip)
    for (let failure = 0; failure < 50; failure++) {
      expect(await outcomeOf(prove(`spray-${failure}@people.test`, 'Password1', ip))).toBe('login_failed')
    }
    expect(await outcomeOf(prove('spray-51@people.test', 'Password1', ip))).toBe('too_many_requests')
    expect(await outcomeOf(prove('honest@people.test', A_PASSWORD, newAddress()))).toBe('proved')
    test.clock.advance(15 * 60_000 + 1)
    expect(await outcomeOf(prove('honest@people.test', A_PASSWORD, ip))).toBe('proved')
  })

  it('R-01 makes a hash of former cost anew', async () => {
    await aPerson('former@people.test')
    const salt = Buffer.from('0123456789abcdef')
    const cost = { memory: 8192, passes: 1, parallelism: 1 }
    const tag = argon2Sync('argon2id', { message: A_PASSWORD, nonce: salt, ...cost, tagLength: 32 })
    const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
    await test.app.db
      .updateTable('users')
      .set({ password_hash: `$argon2id$v=19$m=8192,t=1,p=1$${text(salt)}$${text(tag)}` })
      .where('email', '=', 'former@people.test')
      .execute()
    const proof = await prove('former@people.test', A_PASSWORD, newAddress())
    expect(proof.freshHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})
