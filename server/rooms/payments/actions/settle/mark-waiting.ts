import { canMovePayment } from '../../../../../domain/payments/payment-status.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import type { Payment } from '../../rules/records.ts'
import { addEvent, changePayment, lockPayment } from '../../store/payments.ts'

/** Records that the outcome is unknown: the amount stays reserved, and the reconciler asks for it. */
export async function markWaiting(
  ctx: Ctx,
  paymentId: string,
  cause: string,
  nextCheckAt: Date,
): Promise<Payment> {
  const payment = (await lockPayment(ctx, paymentId))!
  if (!canMovePayment(payment.status, 'waiting')) return payment
  await addEvent(ctx, paymentId, payment.status, 'waiting', cause)
  await audit(ctx, 'payments.wait', { type: 'payment', id: paymentId }, { number: payment.number, cause })
  return changePayment(ctx, paymentId, { status: 'waiting', next_check_at: nextCheckAt, check_count: 0 })
}
