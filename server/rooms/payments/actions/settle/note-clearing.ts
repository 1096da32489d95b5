import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import type { AllocationRow } from '../../store/allocations.ts'
import type { Payment } from '../../tables.ts'

/**
 * Records in the history of each invoice that an e-check was sent or failed. The ledger books an e-check only
 * once it has cleared, so staff would see nothing for days.
 */
export async function noteClearing(
  ctx: Ctx,
  payment: Pick<Payment, 'id' | 'type'>,
  shares: readonly AllocationRow[],
  what: 'sent' | 'failed',
): Promise<void> {
  if (payment.type !== 'e_check') return
  for (const { invoiceId, amountMinor } of shares)
    await audit(
      ctx,
      `payments.clearing-${what}`,
      { type: 'invoice', id: invoiceId },
      { paymentId: payment.id, amountMinor: amountMinor.toString() },
    )
}
