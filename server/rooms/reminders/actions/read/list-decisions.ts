import { isoInstant } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { todayOf } from '../../../accounts/index.ts'
import { readCustomer } from '../../../customers/index.ts'
import { readInvoiceFacts } from '../../../invoices/index.ts'
import { readPause } from '../../store/pauses.ts'
import { type DecisionRow, selectDecisions, selectDecisionsOfCustomer } from '../../store/read-reminders.ts'

/** Returns what was decided about an invoice, the newest first, and its pause. Refuses not_found. */
export async function listDecisions(ctx: Ctx, invoiceId: string) {
  if ((await readInvoiceFacts(ctx, [invoiceId])).length === 0) throw refuse('not_found')
  const rows = await selectDecisions(ctx, invoiceId)
  return {
    results: rows.map(showDecision),
    pause: await readPause(ctx, 'invoice', invoiceId, await todayOf(ctx)),
  }
}

/** Returns what was decided about a customer's invoices, the newest first, and the customer's pause. Refuses not_found. */
export async function listDecisionsOfCustomer(ctx: Ctx, customerId: string) {
  await readCustomer(ctx, customerId)
  const rows = await selectDecisionsOfCustomer(ctx, customerId)
  return {
    results: rows.map((row) => ({
      ...showDecision(row),
      invoice: { pk: row.invoice_id, number: row.number },
    })),
    pause: await readPause(ctx, 'customer', customerId, await todayOf(ctx)),
  }
}

const showDecision = (row: DecisionRow) => ({
  pk: row.id,
  step: row.step_name,
  occurrence: row.occurrence,
  decided_on: row.decided_on,
  decided_at: isoInstant(row.decided_at.getTime()),
  outcome: row.outcome,
  reason: row.reason,
  held_until: row.held_until,
  message: row.message_id,
  task: row.task_id,
})
