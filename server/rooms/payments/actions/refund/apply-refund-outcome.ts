import type { Outcome, ProcessorRefund } from '../../../../gateways/payments/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { FIRST_CHECK_MS } from '../../rules/check-schedule.ts'
import { lockRefund, type Refund } from '../../store/refunds.ts'
import { rejectRefund, settleRefund } from './settle-refund.ts'

/** The business may have connected another account since it took the payment. */
const UNKNOWN_PAYMENT =
  'The connected account does not know this payment. Refund it at the processor’s account that took it, or connect that account.'

/**
 * Commits the processor's reply to a refund call. A lost reply leaves the refund waiting. Refuses not_found.
 */
export async function applyRefundOutcome(
  ctx: Ctx,
  refundId: string,
  outcome: Outcome<ProcessorRefund>,
  cause: string,
): Promise<Refund> {
  if (outcome.ok) return settleRefund(ctx, refundId, outcome.value, cause)
  const refund = await lockRefund(ctx, refundId)
  if (!refund) throw refuse('not_found')
  if (refund.status !== 'waiting') return refund
  const { error } = outcome
  switch (error.kind) {
    case 'unknown_outcome':
    case 'conflict':
      await ctx.app.jobs.enqueue(
        ctx,
        'payments.check-refund',
        { refundId },
        { afterS: FIRST_CHECK_MS / 1000 },
      )
      return refund
    case 'declined':
    case 'invalid':
    case 'wrong_state':
      return rejectRefund(ctx, refund, error.kind, error.userMessage ?? null)
    case 'not_found':
      return rejectRefund(ctx, refund, error.kind, UNKNOWN_PAYMENT)
    default:
      return rejectRefund(
        ctx,
        refund,
        'unavailable',
        'We couldn’t reach the payment processor. Nothing was refunded.',
      )
  }
}
