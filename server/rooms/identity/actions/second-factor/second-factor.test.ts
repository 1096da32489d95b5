import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../../../domain/dates/durations.ts'
import { setUp } from '../../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { codeAt } from '../../../../platform/auth/authenticator.ts'
import type { Config } from '../../../../platform/config.ts'
import { inTransaction, tenantlessUnitOfWork } from '../../../../platform/context.ts'
import { sha256 } from '../../../../platform/ids.ts'
import { replaceRecoveryCodes } from '../../store/second-factors.ts'
import { A_PASSWORD, aUser } from '../../testing.ts'
import { openSession } from '../sessions/open-session.ts'
import { beginSecondFactor } from './begin-second-factor.ts'
import { endSecondFactor, renewRecoveryCodes } from './change-second-factor.ts'
import { confirmSecondFactor } from './confirm-second-factor.ts'
import { readSecondFactor } from './read-second-factor.ts'
import { spendSecondFactor } from './spend-second-factor.ts'

const CALLER = { requestId: 'test', ip: '127.0.0.1' }

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())
beforeEach(() => test.clock.advance(20 * MINUTE_MS))

let count = 0
/** A person with two sessions. */
async function aPerson() {
  const email = `person-${count++}@people.test`
  const { user, here, elsewhere } = await test.transact(async (ctx) => {
    const user = await aUser(ctx, { email, homeAccountId: tenant.accountId })
    const open = () => openSession(ctx, { audience: 'staff', userId: user.id })
    return { user, here: await open(), elsewhere: await open() }
  })
  const actor = {
    kind: 'staff',
    userId: user.id,
    sessionId: here.sessionId,
    email,
    emailVerified: true,
    role: 'owner',
  } as const
  const uow = tenantlessUnitOfWork(test.app, CALLER, actor, null)
  const read = () => uow.transaction((ctx) => readSecondFactor(ctx))
  const running = async () =>
    (
      await uow.transaction((ctx) =>
        ctx.db
          .selectFrom('sessions')
          .select('id')
          .where('user_id', '=', user.id)
          .where('revoked_at', 'is', null)
          .execute(),
      )
    ).map(({ id }) => id)
  return { user, uow, read, running, here: here.sessionId, elsewhere: elsewhere.sessionId }
}

const code = (secret: string, awayMs = 0) => codeAt(secret, test.clock.wallNow() + awayMs)

async function withSecondFactor() {
  const person = await aPerson()
  const { secret } = await beginSecondFactor(person.uow, { current_password: A_PASSWORD })
  const { recovery_codes } = await confirmSecondFactor(person.uow, { auth_code: code(secret) })
  return { ...person, secret, codes: recovery_codes }
}

const mailsAbout = (email: string) =>
  tenant.run((ctx) =>
    ctx.db.selectFrom('mail_messages').select(['kind', 'subject']).where('to_address', '=', email).execute(),
  )

describe('a second factor', () => {
  it('requires the password to begin and a first code to turn on, and ends other sessions', async () => {
    const person = await aPerson()
    const wrong = beginSecondFactor(person.uow, { current_password: 'not it at all' })
    await expect(wrong).rejects.toMatchObject({ fields: { current_password: [expect.any(String)] } })
    const { secret, uri } = await beginSecondFactor(person.uow, { current_password: A_PASSWORD })
    expect(uri).toContain(secret)
    expect(await person.read()).toEqual({ enabled: false, since: null, recovery_codes_left: 0 })
    const wrongCode = confirmSecondFactor(person.uow, { auth_code: code(secret, 10 * MINUTE_MS) })
    await expect(wrongCode).rejects.toMatchObject({ fields: { auth_code: [expect.any(String)] } })
    expect((await person.running()).length).toBe(2)
    const { recovery_codes } = await confirmSecondFactor(person.uow, { auth_code: code(secret) })
    expect(recovery_codes).toHaveLength(10)
    expect(await person.read()).toEqual({
      enabled: true,
      since: new Date(test.clock.wallNow()).toISOString(),
      recovery_codes_left: 10,
    })
    expect(await person.running()).toEqual([person.here])
    expect(await mailsAbout(person.user.email)).toEqual([
      { kind: 'identity.second-factor-changed', subject: 'Two-step login was turned on' },
    ])
  })

  it('stores the secret encrypted and recovery codes as hashes', async () => {
    const { uow, user, secret, codes } = await withSecondFactor()
    const [row] = await uow.transaction((ctx) =>
      ctx.db.selectFrom('users').select('second_factor_secret').where('id', '=', user.id).execute(),
    )
    expect(row!.second_factor_secret!.includes(secret)).toBe(false)
    const kept = await uow.transaction((ctx) =>
      ctx.db.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', user.id).execute(),
    )
    expect(kept.filter(({ code_hash }) => codes.some((one) => code_hash.includes(one)))).toEqual([])
    // An unkeyed hash could be brute-forced by a reader of the database.
    const plain = codes.map((one) => sha256(`${user.id} ${one.replaceAll('-', '')}`))
    expect(kept.filter(({ code_hash }) => plain.some((one) => one.equals(code_hash)))).toEqual([])
  })

  it('keeps recovery codes valid while the secret is rotated, and codes hashed before there was a secret', async () => {
    const { user, uow, codes } = await withSecondFactor()
    const secret = randomBytes(32).toString('hex')
    const spendUnder = (config: Partial<Config>, code: string) =>
      inTransaction({ ...test.app, config: { ...test.app.config, ...config } }, CALLER, uow.actor, (ctx) =>
        spendSecondFactor(ctx, user.id, code),
      )
    const rotated = { secret, previousSecret: test.app.config.secret }
    expect(await spendUnder({ secret }, codes[0]!)).toBeNull()
    expect(await spendUnder(rotated, codes[0]!)).toBe('recovery_code')
    expect(await spendUnder(rotated, codes[0]!)).toBeNull()
    await uow.transaction((ctx) => replaceRecoveryCodes(ctx, user.id, [sha256(`${user.id} 314159265358979`)]))
    expect(await spendUnder({}, '31415 92653-58979')).toBe('recovery_code')
    expect(await spendUnder({}, '31415-92653-58979')).toBeNull()
  })

  it('cannot be replaced while it is on, but can while it is only begun', async () => {
    const person = await aPerson()
    const first = await beginSecondFactor(person.uow, { current_password: A_PASSWORD })
    const second = await beginSecondFactor(person.uow, { current_password: A_PASSWORD })
    await expect(confirmSecondFactor(person.uow, { auth_code: code(first.secret) })).rejects.toMatchObject({
      fields: { auth_code: [expect.any(String)] },
    })
    await confirmSecondFactor(person.uow, { auth_code: code(second.secret) })
    for (const ask of [
      () => beginSecondFactor(person.uow, { current_password: A_PASSWORD }),
      () => confirmSecondFactor(person.uow, { auth_code: code(second.secret, 30_000) }),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'wrong_state' })
  })

  it('requires both factors to renew recovery codes and to turn it off', async () => {
    const { uow, secret, codes, read, running, user } = await withSecondFactor()
    const typed = (auth_code: string, current_password = A_PASSWORD) => ({ current_password, auth_code })
    for (const given of [typed(code(secret, 30_000), 'not it at all'), typed('000000'), typed(code(secret))])
      await expect(endSecondFactor(uow, given)).rejects.toMatchObject({ code: 'invalid_input' })
    const subjects = async () => (await mailsAbout(user.email)).map(({ subject }) => subject)
    expect(await subjects()).not.toContain('A recovery code was used')
    const renewed = await renewRecoveryCodes(uow, typed(codes[0]!))
    expect((await read()).recovery_codes_left).toBe(10)
    expect(await subjects()).toContain('A recovery code was used')
    const before = await subjects()
    await expect(endSecondFactor(uow, typed(codes[1]!))).rejects.toMatchObject({ code: 'invalid_input' })
    await endSecondFactor(uow, typed(renewed.recovery_codes[0]!))
    expect(await read()).toEqual({ enabled: false, since: null, recovery_codes_left: 0 })
    expect((await running()).length).toBe(1)
    expect((await subjects()).sort(), 'one mail, and it says what matters').toEqual(
      [...before, 'Two-step login was turned off'].sort(),
    )
    for (const ask of [
      () => renewRecoveryCodes(uow, typed('000000')),
      () => endSecondFactor(uow, typed('000000')),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'wrong_state' })
  })
})
