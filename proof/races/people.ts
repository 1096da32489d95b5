import { expect } from 'vitest'
import { issueToken, openSession } from '../../server/rooms/identity/index.ts'
import { A_PASSWORD, aSecondFactor } from '../../server/rooms/identity/testing.ts'
import { expectOnly, MANY, many, succeeded } from './at-once.ts'
import type { Servers } from './servers.ts'

const WRONG_PASSWORDS_VERIFIED = 5
/** Of who logs in with a password so many are let at it; all others show a code in sessions of their own. */
const AT_THE_LOGIN = 5

export async function refreshes({ transact, clock, call, person }: Servers): Promise<void> {
  const { token } = await transact((ctx) => openSession(ctx, { audience: 'staff', userId: person.id }))
  clock.advance(1_000)
  const answers = await many(MANY, () => call('POST', '/api/profile/token-refresh/', { body: { token } }))
  expectOnly(answers, 200)
  expect(new Set(answers.map(({ body }) => body.token)).size).toBe(1)
  expect(answers[0]!.body.token).not.toBe(token)
}

export async function resets({ transact, call, person }: Servers): Promise<void> {
  const { id, email } = person
  const token = await transact((ctx) => issueToken(ctx, { purpose: 'reset_password', email, userId: id }))
  const answers = await many(MANY, (index) => {
    const password = `a new horse, staple ${index}`
    const body = { token, password1: password, password2: password }
    return call('POST', '/api/profile/reset-password/', { body })
  })
  expectOnly(answers, 200, 204, 400)
  expect(succeeded(answers), 'one link is used once').toHaveLength(1)
  for (const { status, body } of answers) if (status === 400) expect(body.code).toBe('token_expired')
}

/** The same without a password to be hashed, so that all of them come to the link at once. */
export async function confirmations({ transact, call, person }: Servers): Promise<void> {
  const { id, email } = person
  const token = await transact((ctx) => issueToken(ctx, { purpose: 'verify_email', email, userId: id }))
  const answers = await many(MANY, () => call('POST', '/api/profile/verify-email/', { body: { token } }))
  expectOnly(answers, 200, 400)
  expect(succeeded(answers), 'one link is used once').toHaveLength(1)
  for (const { status, body } of answers) if (status === 400) expect(body.code).toBe('token_expired')
}

let strangers = 0

export async function logins({ call }: Servers): Promise<void> {
  const body = { email: `nobody-${++strangers}@racing-supplies.test`, password: 'not the password' }
  const answers = await many(MANY, () => call('POST', '/api/profile/login/', { body }))
  expectOnly(answers, 400, 429)
  expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(WRONG_PASSWORDS_VERIFIED)
}

/** One code at the login and in all other sessions of the same person: at one place it counts. */
export async function codes({ transact, forgetTurns, call, twoStep }: Servers): Promise<void> {
  const { id, email, sessions } = twoStep
  const { code } = await transact((ctx) => aSecondFactor(ctx, id, 'confirmed'))
  // Who came too late in the round before has used up tries.
  await forgetTurns()
  const logIn = { email, password: A_PASSWORD, auth_code: code }
  const answers = await many(MANY, (index) =>
    index % (MANY / AT_THE_LOGIN) === 0
      ? call('POST', '/api/profile/login/', { body: logIn })
      : call('POST', '/api/profile/second-factor/prove/', {
          token: sessions[index]!,
          body: { auth_code: code },
        }),
  )
  expectOnly(answers, 200, 400)
  expect(succeeded(answers), 'one code lets one in').toHaveLength(1)
  for (const { status, body } of answers)
    if (status === 400) expect([body.code, body.auth_code]).toSatisfy(([one, other]) => Boolean(one ?? other))
}
