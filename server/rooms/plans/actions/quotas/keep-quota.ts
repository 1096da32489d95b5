import { PLAN_QUOTAS, type PlanQuota } from '../../../../../domain/accounts/plan-quotas.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { lockQuota } from '../../store/quotas.ts'

/**
 * Returns how many more records may be added; infinity without a cap. With a cap, its row is locked until
 * the transaction ends and `count` runs under the lock. Without one, nothing is locked or counted.
 */
export async function roomLeft(ctx: Ctx, quota: PlanQuota, count: () => Promise<number>): Promise<number> {
  const most = await lockQuota(ctx, quota)
  return most === null ? Number.POSITIVE_INFINITY : Math.max(0, most - (await count()))
}

/** Checks that one more record may be added. Throws quota_reached at the plan's cap. */
export async function keepQuota(ctx: Ctx, quota: PlanQuota, count: () => Promise<number>): Promise<void> {
  if ((await roomLeft(ctx, quota, count)) < 1) throw refuse('quota_reached', quotaReached(quota))
}

/** Example: 'The plan of this company takes no more invoices. See Plan and billing.' */
export const quotaReached = (quota: PlanQuota): string =>
  `Your plan allows no more ${PLAN_QUOTAS[quota].name.toLowerCase()}. See Plan and billing.`
