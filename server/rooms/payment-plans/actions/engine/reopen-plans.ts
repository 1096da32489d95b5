import type { InvoiceReopening } from '../../../../platform/app.ts'
import { todayOf } from '../../../accounts/index.ts'
import { lockReceivables } from '../../../ledger/index.ts'
import { judgePlan } from '../../rules/judge-plan.ts'
import { selectCompletedPlans } from '../../store/live-plans.ts'
import { invoiceIdsOf, lockPlan, selectPlans } from '../../store/plans.ts'
import { readPolicyRow } from '../../store/policy.ts'
import { movePlan } from './move-plan.ts'

/** Opens a plan again at once that was completed by the write-off of an invoice, before its reminders and late fees are decided. */
export const reopenPlans: InvoiceReopening['reopen'] = async (ctx, invoiceId) => {
  const [today, { graceDays }] = [await todayOf(ctx), await readPolicyRow(ctx)]
  for (const id of await selectCompletedPlans(ctx, invoiceId)) {
    // A proposal could take its invoices at the same time.
    await lockReceivables(ctx, await invoiceIdsOf(ctx, id))
    await lockPlan(ctx, id)
    const [plan] = await selectPlans(ctx, [id])
    const move = plan ? judgePlan(plan, today, graceDays) : null
    if (plan?.row.state === 'completed' && move !== null) await movePlan(ctx, plan, move)
  }
}
