import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { todayOf } from '../../../accounts/index.ts'
import { restoreLateFee } from '../../../invoices/index.ts'

/** Charges a waived fee again. Refuses not_found, and wrong_state when it is not waived or its invoice is closed. */
export async function undoWaiver(ctx: Ctx, id: string) {
  const fee = await restoreLateFee(ctx, id, await todayOf(ctx))
  await audit(
    ctx,
    'late-fees.undo-waiver',
    { type: 'invoice', id: fee.invoice_id },
    { amountMinor: fee.waived_minor.toString() },
  )
  return { detail: 'The fee is charged again.' }
}
