import { PLAN_QUOTAS, type PlanQuota } from '../../../../domain/accounts/plan-quotas.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { lockQuota } from '../store.ts'

/**
 * How many more there may be. Where there is a cap, nobody else adds any until the transaction ends, and `count` is
 * asked only then; where there is none, it isn't asked, and nobody waits.
 */
export async function roomLeft(ctx: Ctx, quota: PlanQuota, count: () => Promise<number>): Promise<number> {
  const most = await lockQuota(ctx, quota)
  return most === null ? Number.POSITIVE_INFINITY : Math.max(0, most - (await count()))
}

/** Lets one more come in. Throws quota_reached once the plan's cap is reached. */
export async function keepQuota(ctx: Ctx, quota: PlanQuota, count: () => Promise<number>): Promise<void> {
  if ((await roomLeft(ctx, quota, count)) < 1) throw refuse('quota_reached', quotaReached(quota))
}

/** 'The plan of this company takes no more invoices. See Plan and billing.' */
export const quotaReached = (quota: PlanQuota): string =>
  `The plan of this company takes no more ${PLAN_QUOTAS[quota].name.toLowerCase()}. See Plan and billing.`
