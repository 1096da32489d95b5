import { actorMay } from '../../../../platform/auth/actor-may.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { todayOf } from '../../../accounts/index.ts'
import { readMemberNames } from '../../../worklist/index.ts'
import { type PlanReply, presentPlan } from '../../rules/present-plan.ts'
import { findPlan } from '../../store/plans.ts'

/** Refuses not_found. */
export async function readPlan(ctx: Ctx, id: string): Promise<PlanReply> {
  const plan = await findPlan(ctx, id)
  if (plan === null) throw refuse('not_found')
  const names = await readMemberNames(ctx)
  const may = actorMay(ctx.actor, 'payment_plans.write')
  const createdBy = plan.row.created_by === null ? null : (names.get(plan.row.created_by) ?? null)
  return presentPlan(plan, { today: await todayOf(ctx), may, createdBy })
}
