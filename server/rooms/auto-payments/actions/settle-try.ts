import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { type Payment, paymentOfRequest, withdrawConsent } from '../../payments/index.ts'
import { afterFailure } from '../rules/declines.ts'
import { nextTryAt, RESUME_AFTER_MS } from '../rules/plan.ts'
import { requestIdOf } from '../rules/request-id.ts'
import { changeTry, failedTries, lockTry } from '../store/tries.ts'
import type { Try } from '../tables.ts'
import { mailFailure } from './mail-failure.ts'

/**
 * Copies the outcome of a try's payment to the try, after its reply, a reconciler check or an event. Does
 * nothing while the payment is open. Returns the payment; null when none was made.
 */
export async function settleTry(ctx: Ctx, tryId: string): Promise<Payment | null> {
  const one = await lockTry(ctx, tryId)
  const payment = await paymentOfRequest(ctx, requestIdOf(one.id))
  if (!payment || one.state === 'failed') return payment
  if (payment.status === 'rejected') await fail(ctx, one, payment)
  else if (one.state === 'paid') return payment
  else if (payment.status === 'confirmed' || payment.status === 'refunded')
    await changeTry(ctx, one.id, {
      state: 'paid',
      payment_id: payment.id,
      next_at: null,
      settled_at: asDate(ctx.now),
    })
  else if (isOutOfReach(payment) || one.payment_id === null)
    await changeTry(ctx, one.id, {
      state: 'open',
      payment_id: payment.id,
      next_at: isOutOfReach(payment) ? asDate(ctx.now + RESUME_AFTER_MS) : null,
    })
  return payment
}

/** The processor could not be reached. The same try is resumed later under the same key. */
export const isOutOfReach = (payment: Payment): boolean =>
  payment.status === 'error' && payment.failure_code === 'unavailable'

async function fail(ctx: Ctx, one: Try, payment: Payment): Promise<void> {
  const then = afterFailure(payment.failure_code, payment.failure_reason)
  // A charge that succeeded and came back needs a person's decision.
  const again = then === 'again' && one.state !== 'paid'
  const nextAt = again ? nextTryAt((await failedTries(ctx, one)) + 1, ctx.now) : null
  await changeTry(ctx, one.id, {
    state: 'failed',
    payment_id: payment.id,
    next_at: nextAt === null ? null : asDate(nextAt),
    settled_at: asDate(ctx.now),
  })
  if (then === 'off' && payment.stored_method_id !== null)
    await withdrawConsent(
      ctx,
      { customerId: payment.customer_id, methodId: payment.stored_method_id },
      'declined',
    )
  // The payments room reports the returned payment. This email reports only the consequence.
  if (one.state === 'paid' && then !== 'off') return
  await mailFailure(ctx, { invoiceId: one.invoice_id, payment, then, nextAt })
}
