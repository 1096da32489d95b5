import { msg } from '../../../../../domain/languages/msg.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { attemptsAwaitingPayer } from '../../store/attempts.ts'
import { findProcessor } from '../processor/find-processor.ts'
import { type Payable, type PayableForPayer, payerOf, readPayable } from '../read/read-payable.ts'
import { cancelAtProcessor } from '../settle/cancel-at-processor.ts'
import { isUnaskedOrder, isUnreachable, releaseUnaskedOrder } from '../settle/release-unreachable.ts'

/**
 * Cancels the payer's own earlier attempts on this invoice that still wait for the payer. Returns the invoice as it
 * is payable afterwards. Refuses processor_unavailable, and invoice_not_payable when one of them can't be canceled.
 */
export async function releaseOwnAttempts(uow: UnitOfWork, payable: PayableForPayer): Promise<Payable> {
  if (payerOf(uow.actor) === null || payable.heldMinor === 0n) return payable
  const { id } = payable.invoice
  await cancelOwnAttempts(uow, [id])
  const released = await uow.transaction((ctx) => readPayable(ctx, id))
  // The earlier attempt may still take money, but can't be canceled any more.
  if (released.payableMinor <= 0n && payable.payableMinor > 0n)
    throw refuse(
      'invoice_not_payable',
      msg('The company is checking your payment. You won’t be charged twice.'),
    )
  return released
}

/**
 * Cancels the payer's own attempts on these invoices that still wait for the payer. It cancels them at the processor
 * first; only its report releases the reservations. At an account that can't be asked any more, it releases only what nobody else
 * can finish. Refuses processor_unavailable.
 */
export async function cancelOwnAttempts(uow: UnitOfWork, invoiceIds: readonly string[]): Promise<void> {
  const payer = payerOf(uow.actor)
  if (payer === null) return
  const waiting = await uow.transaction((ctx) => attemptsAwaitingPayer(ctx, invoiceIds, payer))
  for (const payment of waiting) {
    const processor = await findProcessor(uow, payment.provider)
    if (isUnreachable(processor, payment)) {
      if (isUnaskedOrder(payment))
        await uow.transaction((ctx) => releaseUnaskedOrder(ctx, payment.id, 'paid in another way'))
    } else if (processor && payment.provider_ref !== null)
      await cancelAtProcessor(uow, payment, payment.provider_ref, processor, 'paid in another way')
  }
}
