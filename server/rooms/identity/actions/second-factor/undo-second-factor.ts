import type { BaseCtx } from '../../../../platform/context.ts'
import type { OneTimeToken } from '../../store/one-time-tokens.ts'
import { removeSecondFactor } from '../../store/second-factors.ts'
import type { User } from '../../store/users.ts'
import { takeAccountBack } from '../email/take-account-back.ts'

/**
 * Takes away the second factor that was set up when this link was mailed: whoever did it knew the password, and would
 * keep the owner out. Setting up another one made the link useless, so it is that one or none. An address that was
 * changed meanwhile is the former one again. Throws as takeAccountBack does.
 */
export async function undoSecondFactor(ctx: BaseCtx, token: OneTimeToken): Promise<User> {
  const user = await takeAccountBack(ctx, token, 'second factor undone')
  await removeSecondFactor(ctx, user.id)
  return user
}
