import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { deleteInvoice, lockInvoice } from '../../store/invoices.ts'
import { giveBackNumber } from '../../store/numbers.ts'

/**
 * Deletes a draft. Nobody outside saw it, so its number is released when it was the last one taken. Refuses
 * not_found, and wrong_state for an invoice that was sent.
 */
export async function removeDraft(ctx: Ctx, id: string): Promise<void> {
  const invoice = await lockInvoice(ctx, id)
  if (!invoice) throw refuse('not_found')
  if (invoice.state !== 'draft')
    throw refuse('wrong_state', 'You can’t delete a sent invoice. Void it instead.')
  await deleteInvoice(ctx, id)
  await giveBackNumber(ctx, 'invoice', invoice.number)
  await audit(
    ctx,
    'invoices.remove-draft',
    { type: 'invoice', id },
    { number: invoice.number, total_minor: invoice.total_minor.toString(), customer: invoice.customer_id },
  )
}
