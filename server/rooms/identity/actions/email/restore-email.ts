import type { BaseCtx } from '../../../../platform/context.ts'
import type { OneTimeToken } from '../../store/one-time-tokens.ts'
import { removeSecondFactorOfTaker } from '../../store/second-factors.ts'
import type { User } from '../../store/users.ts'
import { takeAccountBack } from './take-account-back.ts'

/** Takes a change of address back, and a second factor with it that its owner may have no codes of. Throws as takeAccountBack does. */
export async function restoreEmail(ctx: BaseCtx, token: OneTimeToken): Promise<User> {
  const user = await takeAccountBack(ctx, token, 'email change taken back')
  await removeSecondFactorOfTaker(ctx, user.id, token)
  return user
}
