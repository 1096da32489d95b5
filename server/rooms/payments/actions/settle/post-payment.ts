import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { isPostable, type PaymentDetail } from '../../rules/records.ts'
import { changePayment, lockPayment } from '../../store/payments.ts'
import { readPayment } from '../read/read-payment.ts'

/** Marks a confirmed payment as reconciled, permanently. Refuses not_found, wrong_state. */
export async function postPayment(ctx: Ctx, paymentId: string): Promise<PaymentDetail> {
  const payment = await lockPayment(ctx, paymentId)
  if (!payment) throw refuse('not_found')
  if (payment.posted_at !== null) return readPayment(ctx, paymentId)
  if (!isPostable(payment)) throw refuse('wrong_state', 'You can only reconcile a confirmed payment.')
  const postedBy = ctx.actor.kind === 'staff' ? ctx.actor.userId : null
  await changePayment(ctx, paymentId, { posted_at: asDate(ctx.now), posted_by: postedBy })
  await audit(ctx, 'payments.post', { type: 'payment', id: paymentId }, { number: payment.number })
  return readPayment(ctx, paymentId)
}
