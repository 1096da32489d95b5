import { featureMissing, hasFeature, type PlanFeature } from '../../../../domain/accounts/plans.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readAccountRow } from '../../accounts/index.ts'

/** Refuses feature_not_in_plan, for a call of which only some uses need the feature. */
export async function requireFeature(ctx: Ctx, feature: PlanFeature): Promise<void> {
  const { plan } = await readAccountRow(ctx)
  if (!hasFeature(plan, feature)) throw refuse('feature_not_in_plan', featureMissing(feature))
}
