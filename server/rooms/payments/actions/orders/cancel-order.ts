import { msg } from '../../../../../domain/languages/msg.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import type { Payment } from '../../rules/records.ts'
import { paymentOfOrder } from '../../store/attempts.ts'
import { limitProcessorCalls } from '../pay/limit-processor-calls.ts'
import { findProcessor } from '../processor/find-processor.ts'
import { readPayable } from '../read/read-payable.ts'
import { cancelAtProcessor } from '../settle/cancel-at-processor.ts'

/**
 * Cancels an order that its payer did not approve, so that the invoice can be paid in another way. Does
 * nothing to an order that has ended without a payment. Refuses invoice_unknown, not_found,
 * processor_unavailable, too_many_requests, and wrong_state once the order is paid.
 */
export async function cancelOrder(uow: UnitOfWork, invoiceId: string, orderId: string): Promise<void> {
  const payment = await uow.transaction((ctx) => orderOf(ctx, invoiceId, orderId))
  if (payment.status === 'rejected') return
  if (payment.status === 'input') await limitProcessorCalls(uow, payment.id)
  const processor = await findProcessor(uow, payment.provider)
  if (!processor) throw refuse('processor_unavailable')
  const ended =
    payment.status === 'input'
      ? await cancelAtProcessor(uow, payment, orderId, processor, 'canceled by the payer')
      : payment
  if (ended.status !== 'rejected') throw refuse('wrong_state', msg('This payment can no longer be canceled.'))
}

async function orderOf(ctx: Ctx, invoiceId: string, orderId: string): Promise<Payment> {
  const { invoice } = await readPayable(ctx, invoiceId)
  const payment = await paymentOfOrder(ctx, invoiceId, orderId)
  if (payment?.customer_id !== invoice.customerId) throw refuse('not_found')
  return payment
}
