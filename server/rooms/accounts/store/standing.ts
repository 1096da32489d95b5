import type { PlanName } from '../../../../domain/accounts/plans.ts'
import type { Subscription } from '../../../../domain/accounts/subscription.ts'
import type { Ctx } from '../../../platform/context.ts'
import { subscriptionThatCounts } from '../rules.ts'

/** Returns the subscription, the plan and whether the operator has blocked the account. */
export async function selectStanding(
  ctx: Ctx,
): Promise<{ subscription: Subscription; plan: PlanName | null; blocked: boolean; isClosed: boolean }> {
  const row = await ctx.db
    .selectFrom('accounts')
    .select(['subscription_status as status', 'trial_ends_at', 'is_billed', 'plan', 'blocked', 'closed_at'])
    .where('account_id', '=', ctx.accountId)
    .executeTakeFirstOrThrow()
  const isSelling = ctx.app.config.billing !== null
  const { status, trial_ends_at: trialEndsAt, is_billed: isBilled } = row
  return {
    subscription: subscriptionThatCounts(isSelling, { status, trialEndsAt, isBilled }),
    plan: isSelling ? row.plan : null,
    blocked: row.blocked,
    isClosed: row.closed_at !== null,
  }
}
