import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { reopenOwed } from '../../store/invoices.ts'

/**
 * Opens invoices again that were written off and are owed once more, because a payment came back or a credit was taken
 * back. To be called after whatever made them owed; others of the list stay as they are.
 */
export async function reopenWrittenOff(ctx: Ctx, invoiceIds: readonly string[]): Promise<void> {
  for (const id of await reopenOwed(ctx, invoiceIds))
    await audit(ctx, 'invoices.reopen', { type: 'invoice', id })
}
