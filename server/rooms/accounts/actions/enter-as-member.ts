import type { StaffRole } from '../../../../domain/roles.ts'
import type { BaseCtx, Ctx } from '../../../platform/context.ts'
import { enterWithRole } from '../store/members.ts'

/** Lets a person into one of their accounts. Null when they are no member there, or it doesn't exist. */
export async function enterAsMember(
  ctx: BaseCtx,
  userId: string,
  accountId: string,
): Promise<{ ctx: Ctx; role: StaffRole } | null> {
  const role = await enterWithRole(ctx, userId, accountId)
  return role === null ? null : { ctx: { ...ctx, accountId }, role }
}
