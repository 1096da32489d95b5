import { msg } from '../../../../../domain/languages/msg.ts'
import type { ProcessorError } from '../../../../gateways/payments/port.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { release } from '../../../ledger/index.ts'
import type { Payment } from '../../rules/records.ts'
import { moveAllocations } from '../../store/allocations.ts'
import { addEvent, changePayment } from '../../store/payments.ts'
import { lockWithInvoices } from './lock-payment.ts'

/**
 * Records that the processor was unreachable and nothing happened: releases the reservation, and the payer
 * may retry.
 */
export async function markUnavailable(ctx: Ctx, paymentId: string, error: ProcessorError): Promise<Payment> {
  const { payment, allocations } = await lockWithInvoices(ctx, paymentId)
  if (payment.status !== 'input') return payment
  await release(
    ctx,
    allocations.filter((share) => share.state === 'reserved'),
  )
  await moveAllocations(ctx, paymentId, 'reserved', 'released')
  await addEvent(ctx, paymentId, payment.status, 'error', 'processor unavailable')
  await audit(ctx, 'payments.unavailable', { type: 'payment', id: paymentId }, { number: payment.number })
  return changePayment(ctx, paymentId, {
    status: 'error',
    failure_code: 'unavailable',
    failure_reason: error.code,
    failure_message:
      error.userMessage ?? msg('We couldn’t reach the payment processor. Nothing was charged.'),
    next_check_at: null,
  })
}
