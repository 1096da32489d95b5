import type { OnboardingStep } from '../../../domain/accounts/onboarding.ts'
import { asDate } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/context.ts'

/**
 * Returns whether the portal has a login, invited ones included. Ordered by the index, so that it reads one
 * row.
 */
export async function hasPortalUser(ctx: Ctx): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('portal_user_customers')
    .select('portal_user_id')
    .where('account_id', '=', ctx.accountId)
    .orderBy('account_id')
    .orderBy('portal_user_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the steps that a member marked as done. */
export async function selectChecks(ctx: Ctx): Promise<ReadonlySet<OnboardingStep>> {
  const rows = await ctx.db
    .selectFrom('onboarding_checks')
    .select('step')
    .where('account_id', '=', ctx.accountId)
    .execute()
  return new Set(rows.map(({ step }) => step))
}

export async function putCheck(ctx: Ctx, step: OnboardingStep): Promise<void> {
  const checked_at = asDate(ctx.now)
  await ctx.db
    .insertInto('onboarding_checks')
    .values({ account_id: ctx.accountId, step, checked_at })
    .onConflict((conflict) => conflict.columns(['account_id', 'step']).doUpdateSet({ checked_at }))
    .execute()
}
