import type { PlanName } from '../../../../../domain/accounts/plans.ts'
import { countsAsActive } from '../../../../../domain/accounts/subscription.ts'
import type { StaffRole } from '../../../../../domain/people/roles.ts'
import type { BaseCtx, Ctx } from '../../../../platform/context.ts'
import { enterWithRole } from '../../store/members.ts'
import { isSecondFactorRequired } from './decide-second-factor.ts'

export interface EnteredMember {
  readonly ctx: Ctx
  readonly role: StaffRole
  /** True when the account's subscription counts as active, and it is not closed. */
  readonly isActive: boolean
  /** The operator stopped the account. */
  readonly isBlocked: boolean
  /** Closed accounts wait for their deletion, and may be reopened. */
  readonly isClosed: boolean
  /** The account's plan; null where no plans are sold, or before one was chosen. */
  readonly plan: PlanName | null
  /**
   * True when the role requires a second factor. A person without one reaches only their list of accounts.
   */
  readonly needsSecondFactor: boolean
}

/** Enters an account as a member. Null when the person is no member, or the account does not exist. */
export async function enterAsMember(
  ctx: BaseCtx,
  userId: string,
  accountId: string,
): Promise<EnteredMember | null> {
  const entry = await enterWithRole(ctx, userId, accountId)
  if (entry === null) return null
  const isActive = !entry.isClosed && countsAsActive(entry.subscription, ctx.now)
  const needsSecondFactor = isSecondFactorRequired(ctx.app, entry.role, entry)
  const { role, isBlocked, isClosed, plan } = entry
  return { ctx: { ...ctx, accountId }, role, isActive, isBlocked, isClosed, plan, needsSecondFactor }
}
