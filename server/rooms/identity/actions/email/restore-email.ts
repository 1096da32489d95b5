import type { BaseCtx } from '../../../../platform/context.ts'
import type { OneTimeToken } from '../../store/one-time-tokens.ts'
import { removeSecondFactorOfTaker } from '../../store/second-factors.ts'
import type { User } from '../../store/users.ts'
import { takeAccountBack } from './take-account-back.ts'

/**
 * Reverts a change of address and removes a second factor that the owner may have no codes for. Throws as
 * takeAccountBack does.
 */
export async function restoreEmail(ctx: BaseCtx, token: OneTimeToken): Promise<User> {
  const user = await takeAccountBack(ctx, token, 'email change taken back')
  await removeSecondFactorOfTaker(ctx, user.id, token)
  return user
}
