import type { PlanName } from '../../../../domain/accounts/plans.ts'
import { countsAsActive } from '../../../../domain/accounts/subscription.ts'
import type { Ctx } from '../../../platform/context.ts'
import { selectStanding } from '../store/standing.ts'

export interface Standing {
  /** True when the account's subscription counts as active. */
  readonly isActive: boolean
  /** The operator stopped the account. */
  readonly isBlocked: boolean
  /** Closed accounts wait for their deletion, and may be reopened. */
  readonly isClosed: boolean
  /** The account's plan; null where no plans are sold, or before one was chosen. */
  readonly plan: PlanName | null
}

/** Returns what decides on the access of the account's own programs. */
export async function readStanding(ctx: Ctx): Promise<Standing> {
  const { subscription, plan, blocked, isClosed } = await selectStanding(ctx)
  return { isActive: countsAsActive(subscription, ctx.now), isBlocked: blocked, isClosed, plan }
}
