import { expect } from 'vitest'
import { issueToken, openSession } from '../../server/rooms/identity/index.ts'
import { A_PASSWORD, aSecondFactor } from '../../server/rooms/identity/testing.ts'
import { callAtOnce, expectOnly, MANY, succeeded } from './concurrent-calls.ts'
import type { Servers } from './servers.ts'

const WRONG_PASSWORDS_VERIFIED = 5
/** Number of callers that log in with the code. The others verify it in their own sessions. */
const LOGINS = 5

export async function refreshes({ transact, clock, call, person }: Servers): Promise<void> {
  const { token } = await transact((ctx) => openSession(ctx, { audience: 'staff', userId: person.id }))
  clock.advance(1_000)
  const answers = await callAtOnce(MANY, () =>
    call('POST', '/api/profile/token-refresh/', { body: { token } }),
  )
  expectOnly(answers, 200)
  expect(new Set(answers.map(({ body }) => body.token)).size).toBe(1)
  expect(answers[0]!.body.token).not.toBe(token)
}

export async function resets({ transact, call, person }: Servers): Promise<void> {
  const { id, email } = person
  const token = await transact((ctx) => issueToken(ctx, { purpose: 'reset_password', email, userId: id }))
  const answers = await callAtOnce(MANY, (index) => {
    const password = `a new horse, staple ${index}`
    const body = { token, password1: password, password2: password }
    return call('POST', '/api/profile/reset-password/', { body })
  })
  expectOnly(answers, 200, 204, 400)
  expect(succeeded(answers), 'one link is used once').toHaveLength(1)
  for (const { status, body } of answers) if (status === 400) expect(body.code).toBe('token_expired')
}

/** Without a password hash, so that all calls reach the link at the same time. */
export async function confirmations({ transact, call, person }: Servers): Promise<void> {
  const { id, email } = person
  const token = await transact((ctx) => issueToken(ctx, { purpose: 'verify_email', email, userId: id }))
  const answers = await callAtOnce(MANY, () =>
    call('POST', '/api/profile/verify-email/', { body: { token } }),
  )
  expectOnly(answers, 200, 400)
  expect(succeeded(answers), 'one link is used once').toHaveLength(1)
  for (const { status, body } of answers) if (status === 400) expect(body.code).toBe('token_expired')
}

let strangers = 0

export async function logins({ call }: Servers): Promise<void> {
  const body = { email: `nobody-${++strangers}@racing-supplies.test`, password: 'not the password' }
  const answers = await callAtOnce(MANY, () => call('POST', '/api/profile/login/', { body }))
  expectOnly(answers, 400, 429)
  expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(WRONG_PASSWORDS_VERIFIED)
}

/** Uses one code at the login and in all other sessions of the same person. Only one use succeeds. */
export async function codes({ transact, resetRateLimits, call, twoStep }: Servers): Promise<void> {
  const { id, email, sessions } = twoStep
  const { code } = await transact((ctx) => aSecondFactor(ctx, id, 'confirmed'))
  // Refused codes of the previous round count against the limit.
  await resetRateLimits()
  const logIn = { email, password: A_PASSWORD, auth_code: code }
  const answers = await callAtOnce(MANY, (index) =>
    index % (MANY / LOGINS) === 0
      ? call('POST', '/api/profile/login/', { body: logIn })
      : call('POST', '/api/profile/second-factor/prove/', {
          token: sessions[index]!,
          body: { auth_code: code },
        }),
  )
  expectOnly(answers, 200, 400)
  expect(succeeded(answers), 'one code is accepted once').toHaveLength(1)
  for (const { status, body } of answers)
    if (status === 400) expect([body.code, body.auth_code]).toSatisfy(([one, other]) => Boolean(one ?? other))
}
