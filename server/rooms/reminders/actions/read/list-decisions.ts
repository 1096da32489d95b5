import { isoInstant } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readInvoiceFacts } from '../../../invoices/index.ts'
import { readPause } from '../../store/pauses.ts'
import { selectDecisions } from '../../store/read-reminders.ts'

/** Returns what was decided about an invoice, the newest first, and its pause. Refuses not_found. */
export async function listDecisions(ctx: Ctx, invoiceId: string) {
  if ((await readInvoiceFacts(ctx, [invoiceId])).length === 0) throw refuse('not_found')
  const rows = await selectDecisions(ctx, invoiceId)
  return {
    results: rows.map((row) => ({
      pk: row.id,
      step: row.step_name,
      occurrence: row.occurrence,
      decided_on: row.decided_on,
      decided_at: isoInstant(row.decided_at.getTime()),
      outcome: row.outcome,
      reason: row.reason,
      held_until: row.held_until,
      message: row.message_id,
    })),
    pause: await readPause(ctx, 'invoice', invoiceId),
  }
}
