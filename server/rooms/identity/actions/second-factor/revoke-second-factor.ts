import type { BaseCtx } from '../../../../platform/context.ts'
import { removeSecondFactor } from '../../store/second-factors.ts'
import { revokeSessions } from '../../store/sessions.ts'
import type { User } from '../../store/users.ts'
import { notifySecondFactorRemoved } from './notify-second-factor-removed.ts'

/**
 * Removes the second factor of a person who lost their phone and recovery codes. Ends all their sessions and
 * notifies them by mail. `by` names who did it: 'Ada King of Acme'.
 */
export async function revokeSecondFactor(ctx: BaseCtx, user: User, by: string): Promise<void> {
  await removeSecondFactor(ctx, user.id)
  await revokeSessions(ctx, { userId: user.id }, 'second factor taken away')
  await notifySecondFactorRemoved(ctx, user, by)
}
