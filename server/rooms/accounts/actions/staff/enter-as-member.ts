import { countsAsActive } from '../../../../../domain/accounts/subscription.ts'
import type { StaffRole } from '../../../../../domain/people/roles.ts'
import type { BaseCtx, Ctx } from '../../../../platform/context.ts'
import { enterWithRole } from '../../store/members.ts'
import { asksSecondFactor } from './asks-second-factor.ts'

export interface EnteredMember {
  readonly ctx: Ctx
  readonly role: StaffRole
  /** The account's subscription counts as active. */
  readonly isActive: boolean
  /** Without a second factor of their own they reach nothing of it but what their list of accounts tells. */
  readonly needsSecondFactor: boolean
}

/** Lets a person into one of their accounts. Null when they are no member there, or it doesn't exist. */
export async function enterAsMember(
  ctx: BaseCtx,
  userId: string,
  accountId: string,
): Promise<EnteredMember | null> {
  const entry = await enterWithRole(ctx, userId, accountId)
  if (entry === null) return null
  const isActive = countsAsActive(entry.subscription, ctx.now)
  const needsSecondFactor = asksSecondFactor(ctx.app, entry.role, entry.secondFactorRequired)
  return { ctx: { ...ctx, accountId }, role: entry.role, isActive, needsSecondFactor }
}
