import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { changePayment, lockPayment } from '../../store/payments.ts'

/** Notes that the accounting platform has a payment, with its address there, or has it no more (null). */
export async function markPostedInBooks(
  ctx: Ctx,
  paymentId: string,
  posted: { readonly url: string | null } | null,
): Promise<void> {
  const payment = await lockPayment(ctx, paymentId)
  if (!payment) return
  await changePayment(ctx, paymentId, {
    posted_at: posted && asDate(ctx.now),
    posted_by: null,
    post_url: posted?.url ?? null,
  })
}
