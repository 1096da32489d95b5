import type { BaseCtx } from '../../../../platform/context.ts'
import type { OneTimeToken } from '../../store/one-time-tokens.ts'
import { removeSecondFactor } from '../../store/second-factors.ts'
import type { User } from '../../store/users.ts'
import { takeAccountBack } from '../email/take-account-back.ts'

/**
 * Removes the second factor that was set up when this link was mailed: an intruder who knew the password may
 * have set it up to keep the owner out. Setting up another factor voids the link, so no later factor is
 * removed. Restores the former address if it was changed meanwhile. Throws as takeAccountBack does.
 */
export async function undoSecondFactor(ctx: BaseCtx, token: OneTimeToken): Promise<User> {
  const user = await takeAccountBack(ctx, token, 'second factor undone')
  await removeSecondFactor(ctx, user.id)
  return user
}
