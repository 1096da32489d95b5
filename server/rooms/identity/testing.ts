import type { BaseCtx } from '../../platform/context.ts'
import { hashPassword } from '../../platform/password-hashing.ts'
import { createUser } from './actions/create-user.ts'
import type { User } from './store/users.ts'

export const A_PASSWORD = 'correct horse 4 staples'

/** A person with a password (A_PASSWORD), their address verified unless told otherwise. */
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
