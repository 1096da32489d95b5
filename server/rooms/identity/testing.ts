import { codeAt, newAuthenticatorSecret } from '../../platform/auth/authenticator.ts'
import { hashPassword } from '../../platform/auth/password-hashing.ts'
import type { BaseCtx } from '../../platform/context.ts'
import { createUser } from './actions/people/create-user.ts'
import { makeRecoveryCodes } from './actions/second-factor/make-recovery-codes.ts'
import {
  factorOfUser,
  lockSecondFactor,
  removeSecondFactor,
  type SecondFactorStore,
} from './store/second-factors.ts'
import type { User } from './store/users.ts'

export const A_PASSWORD = 'correct horse 4 staples'

/** Creates a person with a password (A_PASSWORD). The address is verified unless `verified` is false. */
export async function aUser(
  ctx: BaseCtx,
  given: {
    email: string
    homeAccountId: string | null
    password?: string
    verified?: boolean
    firstName?: string
    lastName?: string
  },
): Promise<User> {
  const user = await createUser(ctx, {
    email: given.email,
    firstName: given.firstName ?? 'Ada',
    lastName: given.lastName ?? 'King',
    emailVerified: given.verified ?? true,
    passwordHash: await hashPassword(given.password ?? A_PASSWORD),
    homeAccountId: given.homeAccountId,
  })
  if (user === null) throw new Error(`The address ${given.email} is taken.`)
  return user
}

/** Replaces the second factor, confirmed or only begun, and returns a currently valid code. */
export async function aSecondFactor(
  ctx: BaseCtx,
  loginId: string,
  state: 'begun' | 'confirmed',
  factor: SecondFactorStore = factorOfUser(loginId),
): Promise<{ secret: string; code: string; recoveryCodes: string[] }> {
  const secret = newAuthenticatorSecret()
  await factor.remove(ctx)
  await factor.begin(ctx, secret)
  if (state === 'begun') return { secret, code: codeAt(secret, ctx.app.clock.wallNow()), recoveryCodes: [] }
  await factor.confirm(ctx)
  const recoveryCodes = await makeRecoveryCodes(ctx, loginId, factor)
  return { secret, code: codeAt(secret, ctx.app.clock.wallNow()), recoveryCodes }
}

export { codeAt, lockSecondFactor, makeRecoveryCodes, removeSecondFactor }
