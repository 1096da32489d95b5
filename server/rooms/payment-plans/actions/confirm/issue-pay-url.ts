import type { Ctx } from '../../../../platform/context.ts'
import { issuePayLink, readIssuer } from '../../../invoices/index.ts'
import type { PlanWhole } from '../../rules/plan-whole.ts'

/**
 * Issues a pay link of a plan's first invoice that owes something; null when nothing is owed. An accounting platform may have given an
 * invoice to another customer since, which is none of this one's.
 */
export async function issuePayUrl(ctx: Ctx, plan: PlanWhole): Promise<string | null> {
  const first = plan.invoices.find(
    ({ remainingMinor, customerId }) => remainingMinor > 0n && customerId === plan.row.customer_id,
  )
  return first ? (await issuePayLink(ctx, await readIssuer(ctx), first.invoiceId)).url : null
}
