import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { reopenOwed } from '../../store/invoices.ts'

/**
 * Opens written-off invoices that are owed again after a return or an unapplied credit. Call it after the
 * booking. Others in the list do not change.
 */
export async function reopenWrittenOff(ctx: Ctx, invoiceIds: readonly string[]): Promise<void> {
  for (const id of await reopenOwed(ctx, invoiceIds))
    await audit(ctx, 'invoices.reopen', { type: 'invoice', id })
}
