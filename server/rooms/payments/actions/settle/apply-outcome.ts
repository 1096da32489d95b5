import type { Outcome, ProcessorError, ProcessorPayment } from '../../../../gateways/payments/port.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { FIRST_CHECK_MS } from '../../rules/check-schedule.ts'
import type { Observation } from '../../rules/observation.ts'
import type { Payment } from '../../rules/records.ts'
import { notifyCardTesting } from '../methods/watch-cards.ts'
import { markUnavailable } from './mark-unavailable.ts'
import { markWaiting } from './mark-waiting.ts'
import { rejectPayment } from './reject-payment.ts'
import { settlePayment } from './settle-payment.ts'

/** Commits the processor's reply to a call that could charge. */
export async function applyOutcome(
  ctx: Ctx,
  paymentId: string,
  outcome: Outcome<ProcessorPayment>,
  seen: Observation,
): Promise<Payment> {
  if (outcome.ok) return settlePayment(ctx, paymentId, outcome.value, seen)
  const { error } = outcome
  switch (error.kind) {
    case 'declined':
    case 'invalid': {
      const rejected = await rejectPayment(ctx, paymentId, refusalOf(error), seen.cause)
      if (error.kind === 'declined') await notifyCardTesting(ctx, rejected)
      return rejected
    }
    // Another call of ours uses the key. This reply does not show its outcome.
    case 'conflict':
    case 'unknown_outcome':
      return waitForCheck(ctx, paymentId, error)
    default:
      ctx.app.log.warn('payment processor did not take a payment', { kind: error.kind, reason: error.code })
      return markUnavailable(ctx, paymentId, error)
  }
}

const refusalOf = (error: ProcessorError) => ({
  kind: error.kind as 'declined' | 'invalid',
  code: error.code,
  message: error.userMessage ?? null,
  providerRef: error.providerRef ?? null,
})

async function waitForCheck(ctx: Ctx, paymentId: string, error: ProcessorError): Promise<Payment> {
  const payment = await markWaiting(
    ctx,
    paymentId,
    `no answer: ${error.code}`,
    asDate(ctx.now + FIRST_CHECK_MS),
  )
  await ctx.app.jobs.enqueue(ctx, 'payments.check-payment', { paymentId }, { afterS: FIRST_CHECK_MS / 1000 })
  return payment
}
