import type { PlanQuota } from '../../../domain/accounts/plan-quotas.ts'
import type { Ctx } from '../../platform/context.ts'

/** Returns the account's caps. A quota that is missing is not capped. */
export async function selectQuotas(ctx: Ctx): Promise<Partial<Record<PlanQuota, number>>> {
  const rows = await ctx.db
    .selectFrom('plan_quotas')
    .select(['codename', 'most'])
    .where('account_id', '=', ctx.accountId)
    .execute()
  return Object.fromEntries(rows.map(({ codename, most }) => [codename, most]))
}

/**
 * Returns a cap and locks it, so that no other transaction adds to it until this one ends. Null, without a
 * lock, when there is no cap.
 */
export async function lockQuota(ctx: Ctx, quota: PlanQuota): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('plan_quotas')
    .select('most')
    .where('account_id', '=', ctx.accountId)
    .where('codename', '=', quota)
    .forUpdate()
    .executeTakeFirst()
  return row?.most ?? null
}

/** Sets a cap; null removes it. */
export async function setQuota(ctx: Ctx, quota: PlanQuota, most: number | null): Promise<void> {
  if (most === null) {
    await ctx.db
      .deleteFrom('plan_quotas')
      .where('account_id', '=', ctx.accountId)
      .where('codename', '=', quota)
      .execute()
    return
  }
  await ctx.db
    .insertInto('plan_quotas')
    .values({ account_id: ctx.accountId, codename: quota, most })
    .onConflict((conflict) => conflict.columns(['account_id', 'codename']).doUpdateSet({ most }))
    .execute()
}
