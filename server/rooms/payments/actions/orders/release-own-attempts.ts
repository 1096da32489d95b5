import type { UnitOfWork } from '../../../../platform/context.ts'
import { attemptsAwaitingPayer } from '../../store/attempts.ts'
import { findProcessor } from '../processor/find-processor.ts'
import { type Payable, type PayableAnew, payerOf, readPayable } from '../read/read-payable.ts'
import { cancelAtProcessor } from '../settle/cancel-at-processor.ts'

/**
 * Cancels the payer's own earlier attempts on this invoice that still wait for the payer. Returns the invoice as it
 * is payable afterwards. Refuses processor_unavailable.
 */
export async function releaseOwnAttempts(uow: UnitOfWork, payable: PayableAnew): Promise<Payable> {
  if (payerOf(uow.actor) === null || payable.heldMinor === 0n) return payable
  const { id } = payable.invoice
  await cancelOwnAttempts(uow, [id])
  return uow.transaction((ctx) => readPayable(ctx, id))
}

/**
 * Cancels the payer's own attempts on these invoices that still wait for the payer. It cancels them at the processor
 * first; only its report releases the reservations. Refuses processor_unavailable.
 */
export async function cancelOwnAttempts(uow: UnitOfWork, invoiceIds: readonly string[]): Promise<void> {
  const payer = payerOf(uow.actor)
  if (payer === null) return
  const waiting = await uow.transaction((ctx) => attemptsAwaitingPayer(ctx, invoiceIds, payer))
  for (const payment of waiting) {
    const processor = await findProcessor(uow, payment.provider)
    if (processor && payment.provider_ref !== null)
      await cancelAtProcessor(uow, payment, payment.provider_ref, processor, 'paid in another way')
  }
}
