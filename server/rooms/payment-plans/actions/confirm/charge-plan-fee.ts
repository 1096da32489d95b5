import type { Ctx } from '../../../../platform/context.ts'
import { todayOf } from '../../../accounts/index.ts'
import { chargeLateFees, type LockedForFees } from '../../../invoices/index.ts'
import type { PlanWhole } from '../../rules/plan-whole.ts'
import { withFee } from '../../rules/present-plan.ts'
import { keepFee } from '../../store/plans.ts'

const PLAN_FEE_TEXT = 'Payment plan fee'

/** Charges the fee of a proposal that is being confirmed, on the invoice of its first open installment. The plan is locked. */
export async function chargePlanFee(ctx: Ctx, plan: PlanWhole, held: LockedForFees): Promise<void> {
  const { id, fee_minor: amountMinor } = plan.row
  const { place } = withFee(plan)
  if (place === null) return
  const today = await todayOf(ctx)
  const { invoiceId } = place
  await chargeLateFees(
    ctx,
    [
      {
        invoiceId,
        ruleId: null,
        planId: id,
        period: null,
        day: today,
        description: PLAN_FEE_TEXT,
        amountMinor,
        cap: null,
      },
    ],
    today,
    held,
  )
  await keepFee(ctx, id, place, amountMinor)
}
