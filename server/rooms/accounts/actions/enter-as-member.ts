import type { StaffRole } from '../../../../domain/roles.ts'
import { countsAsActive } from '../../../../domain/subscription.ts'
import type { BaseCtx, Ctx } from '../../../platform/context.ts'
import { enterWithRole } from '../store/members.ts'

/**
 * Lets a person into one of their accounts; `isActive`: its subscription counts as active. Null when they are no member
 * there, or it doesn't exist.
 */
export async function enterAsMember(
  ctx: BaseCtx,
  userId: string,
  accountId: string,
): Promise<{ ctx: Ctx; role: StaffRole; isActive: boolean } | null> {
  const entry = await enterWithRole(ctx, userId, accountId)
  if (entry === null) return null
  const isActive = countsAsActive(entry.subscription, ctx.now)
  return { ctx: { ...ctx, accountId }, role: entry.role, isActive }
}
