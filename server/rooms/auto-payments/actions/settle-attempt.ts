import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { type Payment, paymentOfRequest, withdrawConsent } from '../../payments/index.ts'
import { afterFailure } from '../rules/declines.ts'
import { nextAttemptAt, RESUME_AFTER_MS } from '../rules/plan.ts'
import { requestIdOf } from '../rules/request-id.ts'
import { changeAttempt, countFailedAttempts, lockAttempt } from '../store/attempts.ts'
import type { ChargeAttempt } from '../tables.ts'
import { mailFailure } from './mail-failure.ts'
import { openChargeTask } from './open-charge-task.ts'

/**
 * Copies the outcome of an attempt's payment to the attempt, after its reply, a reconciler check or an event.
 * Does nothing while the payment is open. Returns the payment; null when none was made.
 */
export async function settleAttempt(ctx: Ctx, attemptId: string): Promise<Payment | null> {
  const one = await lockAttempt(ctx, attemptId)
  const payment = await paymentOfRequest(ctx, requestIdOf(one.id))
  if (!payment || one.state === 'failed') return payment
  if (payment.status === 'rejected') await fail(ctx, one, payment)
  else if (one.state === 'paid') return payment
  else if (payment.status === 'confirmed' || payment.status === 'refunded')
    await changeAttempt(ctx, one.id, {
      state: 'paid',
      payment_id: payment.id,
      next_at: null,
      settled_at: asDate(ctx.now),
    })
  else if (isOutOfReach(payment) || one.payment_id === null)
    await changeAttempt(ctx, one.id, {
      state: 'open',
      payment_id: payment.id,
      next_at: isOutOfReach(payment) ? asDate(ctx.now + RESUME_AFTER_MS) : null,
    })
  return payment
}

/** The processor could not be reached. The same attempt is resumed later under the same key. */
export const isOutOfReach = (payment: Payment): boolean =>
  payment.status === 'error' && payment.failure_code === 'unavailable'

async function fail(ctx: Ctx, one: ChargeAttempt, payment: Payment): Promise<void> {
  const then = afterFailure(payment.failure_code, payment.failure_reason)
  // A charge that succeeded and came back needs a person's decision.
  const again = then === 'again' && one.state !== 'paid'
  const nextAt = again ? nextAttemptAt((await countFailedAttempts(ctx, one)) + 1, ctx.now) : null
  await changeAttempt(ctx, one.id, {
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
  if (nextAt === null) await openChargeTask(ctx, one, payment)
  // The payments room reports the returned payment. This email reports only the consequence.
  if (one.state === 'paid' && then !== 'off') return
  await mailFailure(ctx, { invoiceId: one.invoice_id, payment, then, nextAt })
}
