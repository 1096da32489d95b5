import { sumMinor } from '../../../../domain/money/money.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { PlanWhole } from '../rules/plan-whole.ts'
import { findPlan } from '../store/plans.ts'

/** 'INV-1001, INV-1002' */
export const numbersOf = ({ invoices }: Pick<PlanWhole, 'invoices'>): string =>
  invoices.map(({ number }) => number).join(', ')

/** Returns what an audit entry about a plan says. */
export async function describePlan(ctx: Ctx, id: string) {
  const plan = (await findPlan(ctx, id))!
  return {
    customer: plan.row.customer_id,
    number: numbersOf(plan),
    currency: plan.row.currency,
    amountMinor: sumMinor(plan.invoices.map(({ remainingMinor }) => remainingMinor)).toString(),
  }
}
