import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import type { PlanReply } from '../../rules/present-plan.ts'
import { lockPlan } from '../../store/plans.ts'
import { describePlan } from '../describe-plan.ts'
import { endPlan } from '../end-plan.ts'
import { readPlan } from '../read/read-plan.ts'

/** Cancels a plan that has not ended. Its invoices are due as they say themselves. Refuses not_found and wrong_state. */
export async function cancelPlan(ctx: Ctx, id: string, reason: string): Promise<PlanReply> {
  const plan = await lockPlan(ctx, id)
  if (plan === null) throw refuse('not_found')
  if (plan.state === 'completed' || plan.state === 'canceled')
    throw refuse('wrong_state', 'This payment plan has ended already.')
  await endPlan(ctx, id, { state: 'canceled', because: reason })
  await audit(
    ctx,
    'payment-plans.cancel',
    { type: 'payment_plan', id },
    { ...(await describePlan(ctx, id)), ...(reason !== '' && { reason }) },
  )
  return readPlan(ctx, id)
}
