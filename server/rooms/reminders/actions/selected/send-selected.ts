import type { InvoiceReminders } from '../../../../platform/app.ts'
import { type Outcome, recordOutcomes, replacedBy } from '../../store/outcomes.ts'
import { sendGroups } from '../engine/send-groups.ts'
import { planLocked } from './plan-selected.ts'

/**
 * Sends the next reminder of each of these invoices now, in the transaction that records it, so none is sent twice. Earlier steps that
 * were due are skipped, or they would follow. Returns why the others are left out.
 */
export const sendSelected: InvoiceReminders['send'] = async (ctx, invoiceIds) => {
  const { today, groups, leftOut, nextOf } = await planLocked(ctx, invoiceIds)
  const reasons = new Map(leftOut)
  const outcomes: Outcome[] = []
  for (const outcome of await sendGroups(ctx, groups)) {
    const { step, decision } = outcome
    if (decision.outcome === 'sent')
      outcomes.push(outcome, ...replacedBy(nextOf.get(step.invoiceId)!.replaced))
    else reasons.set(step.invoiceId, decision.reason)
  }
  await recordOutcomes(ctx, outcomes, today)
  return reasons
}
