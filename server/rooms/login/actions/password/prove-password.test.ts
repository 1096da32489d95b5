import { argon2Sync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../../../domain/dates/durations.ts'
import { noInjectedFaults } from '../../../../../proof/simulation/world/injected-faults.ts'
import { watchConnections } from '../../../../../proof/simulation/world/watch-connections.ts'
import { setFullHashingCost, setMinimumHashingCost } from '../../../../../testing/hashing-cost.ts'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { type App, inTransaction, tenantlessUnitOfWork } from '../../../../platform/context.ts'
import { type OpenPool, openPool } from '../../../../platform/db/pool.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import { findUserByEmail } from '../../../identity/index.ts'
import { A_PASSWORD, aUser } from '../../../identity/testing.ts'
import { provePassword } from './prove-password.ts'

const test = setUpTestApp()

let addresses = 0
const uowFrom = (ip: string, app = test.app) =>
  tenantlessUnitOfWork(app, { requestId: 'test', ip }, { kind: 'anonymous' }, null)
const newAddress = () => `10.0.0.${++addresses}`
const prove = (email: string, password: string, ip: string, app = test.app) =>
  provePassword(uowFrom(ip, app), { key: `staff ${email}`, password }, (ctx) => findUserByEmail(ctx, email))
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

/** Returns the problem when more than five of concurrent wrong passwords are verified, or null. */
async function problemAtOnce(app: App, email: string, tries: number): Promise<string | null> {
  await aPerson(email)
  const attempts = Array.from({ length: tries }, (_, index) =>
    outcomeOf(prove(email, `wrong ${index}`, `10.1.0.${index}`, app)),
  )
  const outcomes = await Promise.all(attempts)
  const verified = outcomes.filter((code) => code === 'login_failed').length
  const refused = outcomes.filter((code) => code === 'too_many_requests').length
  return verified <= 5 && verified + refused === tries ? null : `verifies ${verified} of ${tries}`
}

const DELAYS_S = [1, 2, 4, 8, 16, 32, 60, 60]

/** Returns the problem with the delays after repeated wrong passwords, or null. */
async function problemOfDelays(app: App, email: string, delays = DELAYS_S): Promise<string | null> {
  await aPerson(email)
  const outcome = (password: string) => outcomeOf(prove(email, password, newAddress(), app))
  for (let failure = 0; failure < 5; failure++) {
    const code = await outcome('wrong')
    if (code !== 'login_failed') return `failure ${failure + 1} is ${code}`
  }
  for (const delayS of delays) {
    test.clock.advance(delayS * 1000 - 1)
    if ((await outcome(A_PASSWORD)) !== 'too_many_requests') return `waits for less than ${delayS} s`
    test.clock.advance(1)
    if ((await outcome('wrong')) !== 'login_failed') return `waits for more than ${delayS} s`
  }
  test.clock.advance(MINUTE_MS)
  if ((await outcome(A_PASSWORD)) !== 'proved') return 'never lets in again'
  return (await outcome('wrong')) === 'login_failed' ? null : 'does not forget'
}

describe('provePassword', () => {
  it('returns the holder of the password', async () => {
    const user = await aPerson('right@people.test')
    const proof = await prove('right@people.test', A_PASSWORD, newAddress())
    expect(proof).toMatchObject({ who: { id: user.id }, freshHash: null })
  })

  it('refuses a wrong password and an unknown address with the same words', async () => {
    await aPerson('known@people.test')
    const refusals = await Promise.all(
      ['known@people.test', 'unknown@people.test'].map((email) =>
        prove(email, 'not the password', newAddress()).catch((error: Refusal) => error),
      ),
    )
    expect(refusals[0]).toEqual(refusals[1])
    expect(refusals[0]).toMatchObject({ code: 'login_failed' })
  })

  it('verifies at most five of two hundred concurrent wrong passwords', async () => {
    expect(await problemAtOnce(test.app, 'attacked@people.test', 200)).toBeNull()
  })

  it('delays each further attempt longer, and never locks a person out', async () => {
    expect(await problemOfDelays(test.app, 'slow@people.test')).toBeNull()
  })

  it('lets the owner in on a known network while others fail, with the same limit there', async () => {
    const email = 'besieged@people.test'
    await aPerson(email)
    const [office, elsewhere] = [newAddress(), newAddress()]
    const besiege = async () => {
      for (let failure = 0; failure < 5; failure++) await outcomeOf(prove(email, 'wrong', newAddress()))
    }
    await prove(email, A_PASSWORD, office)
    await besiege()
    expect(await outcomeOf(prove(email, A_PASSWORD, elsewhere))).toBe('too_many_requests')
    expect(await outcomeOf(prove(email, A_PASSWORD, office))).toBe('proved')
    expect(await outcomeOf(prove(email, A_PASSWORD, elsewhere))).toBe('too_many_requests')
    for (let failure = 0; failure < 5; failure++)
      expect(await outcomeOf(prove(email, 'wrong', office))).toBe('login_failed')
    expect(await outcomeOf(prove(email, A_PASSWORD, office))).toBe('too_many_requests')
    test.clock.advance(MINUTE_MS)
    expect(await outcomeOf(prove(email, A_PASSWORD, elsewhere))).toBe('proved')
    test.clock.advance(DAY_MS)
    await besiege()
    expect(await outcomeOf(prove(email, A_PASSWORD, office))).toBe('too_many_requests')
  })

  it('refuses a network after fifty failures of any login, and counts no success', async () => {
    await aPerson('honest@people.test')
    const ip = newAddress()
    for (let success = 0; success < 3; success++) await prove('honest@people.test', A_PASSWORD, ip)
    for (let failure = 0; failure < 50; failure++) {
      expect(await outcomeOf(prove(`spray-${failure}@people.test`, 'Password1', ip))).toBe('login_failed')
    }
    expect(await outcomeOf(prove('spray-51@people.test', 'Password1', ip))).toBe('too_many_requests')
    expect(await outcomeOf(prove('honest@people.test', A_PASSWORD, newAddress()))).toBe('proved')
    test.clock.advance(15 * MINUTE_MS + 1)
    expect(await outcomeOf(prove('honest@people.test', A_PASSWORD, ip))).toBe('proved')
  })

  it('returns a new hash for one of outdated cost', async () => {
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
    setFullHashingCost()
    const proof = await prove('former@people.test', A_PASSWORD, newAddress()).finally(setMinimumHashingCost)
    expect(proof.freshHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('the checks of this file notice a mistake', () => {
  let rewrite = (text: string): string => text
  let app: App
  let opened: OpenPool
  beforeAll(() => {
    opened = openPool({ ...test.ownerConfig, options: '-c role=quittance_app' }, { size: 10 }, () => {})
    watchConnections(
      opened.pool,
      noInjectedFaults(),
      (text) => rewrite(text),
      () => {},
    )
    app = { ...test.app, db: opened.db }
  })
  afterAll(() => opened?.close())

  it.each<[string, RegExp, (app: App, email: string) => Promise<string | null>, (text: string) => string]>([
    [
      'nobody has to wait',
      /^verifies 20 of 20$/,
      (wrong, email) => problemAtOnce(wrong, email, 20),
      (text) => text.replace('where t.blocked_until is null', 'where true or t.blocked_until is null'),
    ],
    [
      'each wait is as long as the first',
      /^waits for less than 2 s$/,
      problemOfDelays,
      (text) => text.replace('power(2,', 'power(1,'),
    ],
    [
      'who failed too often waits a minute longer',
      /^waits for more than 1 s$/,
      problemOfDelays,
      (text) => text.replace('=> least(', '=> 59 + least('),
    ],
    [
      'a success forgets nothing',
      /^does not forget$/,
      (wrong, email) => problemOfDelays(wrong, email, []),
      (text) =>
        text.replace(
          'delete from "throttle_counters" where',
          'delete from "throttle_counters" where false and',
        ),
    ],
  ])('%s', async (name, noticed, judge, wrongly) => {
    rewrite = wrongly
    expect(await judge(app, `${name.replaceAll(' ', '-')}@people.test`)).toMatch(noticed)
  })
})
