import type { BaseCtx } from '../../../../platform/context.ts'
import { removeSecondFactor } from '../../store/second-factors.ts'
import { revokeSessions } from '../../store/sessions.ts'
import type { User } from '../../store/users.ts'
import { notifySecondFactorRemoved } from './notify-second-factor-removed.ts'

/**
 * Lets a person who lost their phone and their recovery codes log in by their password alone. All their sessions end, and
 * they are told by mail who saw to it. `by` in words: 'Ada King of Acme'.
 */
export async function takeSecondFactorAway(ctx: BaseCtx, user: User, by: string): Promise<void> {
  await removeSecondFactor(ctx, user.id)
  await revokeSessions(ctx, { userId: user.id }, 'second factor taken away')
  await notifySecondFactorRemoved(ctx, user, by)
}
