import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { changePayment, lockPayment } from '../../store/payments.ts'

interface InBooks {
  readonly url: string | null
  /** True when a person left it out, so that it only counts as entered; 'as_before' keeps what is known of that. */
  readonly leftOut?: boolean | 'as_before'
}

/** Notes that the accounting platform has a payment, with its address there, or has it no more (null). */
export async function markPostedInBooks(ctx: Ctx, paymentId: string, posted: InBooks | null): Promise<void> {
  const payment = await lockPayment(ctx, paymentId)
  if (!payment) return
  const isKept = posted?.leftOut === 'as_before' && payment.left_out
  const leftOut = isKept || posted?.leftOut === true
  const decidedBy = leftOut && ctx.actor.kind === 'staff' ? ctx.actor.userId : null
  await changePayment(ctx, paymentId, {
    post_url: posted?.url ?? null,
    left_out: leftOut,
    ...(!isKept && { posted_at: posted && asDate(ctx.now), posted_by: decidedBy }),
  })
}
