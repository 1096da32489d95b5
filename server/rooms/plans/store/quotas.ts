import type { PlanQuota } from '../../../../domain/accounts/plan-quotas.ts'
import type { Ctx } from '../../../platform/context.ts'

/** Caps of a plan count only where plans are sold; the operator's own count everywhere. */
const thatCount = (ctx: Ctx) => {
  const all = ctx.db.selectFrom('plan_quotas').where('account_id', '=', ctx.accountId)
  return ctx.app.config.billing === null ? all.where('from_plan', '=', false) : all
}

/** Returns the account's caps. A quota that is missing is not capped. */
export async function selectQuotas(ctx: Ctx): Promise<Partial<Record<PlanQuota, number>>> {
  const rows = await thatCount(ctx).select(['codename', 'most']).execute()
  return Object.fromEntries(rows.map(({ codename, most }) => [codename, most]))
}

/**
 * Returns a cap and locks it, so that no other transaction adds to it until this one ends. Null, without a
 * lock, when there is no cap.
 */
export async function lockQuota(ctx: Ctx, quota: PlanQuota): Promise<number | null> {
  const row = await thatCount(ctx).select('most').where('codename', '=', quota).forUpdate().executeTakeFirst()
  return row?.most ?? null
}

/** Sets a cap of the operator; null removes any. */
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
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'codename']).doUpdateSet({ most, from_plan: false }),
    )
    .execute()
}

/** Replaces the caps of a former plan by those of another. The operator's own stay. */
export async function replacePlanQuotas(
  ctx: Ctx,
  quotas: Readonly<Record<PlanQuota, number | null>>,
): Promise<void> {
  await ctx.db
    .deleteFrom('plan_quotas')
    .where('account_id', '=', ctx.accountId)
    .where('from_plan', '=', true)
    .execute()
  const rows = (Object.entries(quotas) as [PlanQuota, number | null][]).flatMap(([codename, most]) =>
    most === null ? [] : [{ account_id: ctx.accountId, codename, most, from_plan: true }],
  )
  if (rows.length === 0) return
  await ctx.db
    .insertInto('plan_quotas')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
