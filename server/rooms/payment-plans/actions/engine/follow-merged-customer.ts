import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { isMergeUndone, mergedAbove } from '../../../customers/index.ts'
import { changePlan, findPlan, lockPlan } from '../../store/plans.ts'
import { describePlan } from '../describe-plan.ts'

/**
 * Gives a confirmed plan to the customer that has its invoices since a merge in the books, or again since that ended. Nobody agreed there
 * to automatic payments, so none are made. An invoice that the books gave to any other customer leaves the plan where it was agreed.
 */
export async function followMergedCustomer(ctx: Ctx, id: string): Promise<void> {
  if ((await findNewOwner(ctx, id)) === null) return
  await lockPlan(ctx, id)
  // Read again after the lock: somebody may have changed the plan meanwhile.
  const owner = await findNewOwner(ctx, id)
  if (owner === null) return
  await changePlan(ctx, id, { customer_id: owner, charges_itself: false })
  await audit(ctx, 'payment-plans.follow-merge', { type: 'payment_plan', id }, await describePlan(ctx, id))
}

async function findNewOwner(ctx: Ctx, id: string): Promise<string | null> {
  const plan = await findPlan(ctx, id)
  if (plan?.row.state !== 'confirmed' && plan?.row.state !== 'defaulted') return null
  const { customer_id: former } = plan.row
  const owners = new Set(plan.invoices.flatMap((one) => (one.isVoid ? [] : [one.customerId])))
  const [owner] = owners
  if (owner === undefined || owners.size > 1 || owner === former) return null
  const isMerged = (await mergedAbove(ctx, former)).includes(owner)
  return isMerged || (await isMergeUndone(ctx, owner, former)) === true ? owner : null
}
