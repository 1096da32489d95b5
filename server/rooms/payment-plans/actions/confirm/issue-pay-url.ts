import type { Ctx } from '../../../../platform/context.ts'
import { issuePayLink, readIssuer } from '../../../invoices/index.ts'
import type { PlanWhole } from '../../rules/plan-whole.ts'

/** Issues a pay link of a plan's first invoice that owes something; null when nothing is owed. */
export async function issuePayUrl(ctx: Ctx, plan: PlanWhole): Promise<string | null> {
  const first = plan.invoices.find(({ remainingMinor }) => remainingMinor > 0n)
  return first ? (await issuePayLink(ctx, await readIssuer(ctx), first.invoiceId)).url : null
}
