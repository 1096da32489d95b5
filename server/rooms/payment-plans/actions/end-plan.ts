import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { closeTasks } from '../../worklist/index.ts'
import { changePlan, holdInvoices } from '../store/plans.ts'

/** Names the task about a plan that defaulted. */
export const defaultKey = (planId: string): string => `payment plan ${planId}`

/** Ends a locked plan and frees its invoices. */
export async function endPlan(
  ctx: Ctx,
  id: string,
  { state, because }: { readonly state: 'completed' | 'canceled'; readonly because: string },
): Promise<void> {
  await changePlan(ctx, id, { state, ended_at: asDate(ctx.now), ended_because: because, defaulted_at: null })
  await holdInvoices(ctx, id, false)
  await closeTasks(ctx, {
    keys: [defaultKey(id)],
    outcome: state === 'completed' ? 'The plan was paid.' : 'The plan was canceled.',
  })
}
