import { asDate } from '../../../platform/clock.ts'
import type { Ctx, Steps } from '../../../platform/context.ts'
import { nextCheckMs } from '../rules/check-schedule.ts'
import { readPaymentRow } from '../store/payments.ts'
import { changeRefund, lockRefund, type Refund } from '../store/refunds.ts'
import { askedCall, callProvider } from './call-provider.ts'
import { type Processor, processorOf } from './find-processor.ts'
import { rejectRefund, settleRefund } from './settle-refund.ts'

/** Asks the processor what became of a refund whose answer was lost. It never asks for the money again. */
export async function checkRefund(steps: Steps, refundId: string): Promise<void> {
  const claimed = await steps.transaction((ctx) => claim(ctx, refundId))
  if (!claimed) return
  const { refund, paymentRef, processor } = claimed
  const outcome = await callProvider(steps.app, `${processor.provider.id} find refund`, () =>
    processor.provider.findRefund(
      processor.connection,
      paymentRef,
      askedCall(refund.id, 'refund', refund.created_at),
    ),
  )
  if (!outcome.ok) return
  const { value } = outcome
  if (value !== null) await steps.transaction((ctx) => settleRefund(ctx, refund.id, value, 'reconciler'))
  else await steps.transaction((ctx) => closeIfNeverArrived(ctx, refund, processor))
}

interface ClaimedRefund {
  readonly refund: Refund
  readonly paymentRef: string
  readonly processor: Processor
}

/** Sets the time of the next check before this one is made, so that two schedulers don't ask at once. */
async function claim(ctx: Ctx, refundId: string): Promise<ClaimedRefund | null> {
  const refund = await lockRefund(ctx, refundId)
  if (refund?.status !== 'waiting') return null
  const payment = await readPaymentRow(ctx, refund.payment_id)
  const processor = payment && processorOf(ctx.app, ctx.accountId, payment.provider)
  if (!processor || payment.provider_ref === null) return null
  const afterMs = nextCheckMs(payment.type, refund.check_count)
  const next = afterMs === null ? null : asDate(ctx.now + afterMs)
  await changeRefund(ctx, refundId, { check_count: refund.check_count + 1, next_check_at: next })
  return { refund, paymentRef: payment.provider_ref, processor }
}

async function closeIfNeverArrived(ctx: Ctx, { id }: Refund, processor: Processor): Promise<void> {
  const refund = await lockRefund(ctx, id)
  if (refund?.status !== 'waiting') return
  const { arrivalWindowMs } = processor.provider.capabilities(processor.connection)
  if (ctx.now - refund.created_at.getTime() <= arrivalWindowMs) return
  await rejectRefund(
    ctx,
    refund,
    'never_arrived',
    'The refund never reached the processor. Nothing was given back.',
  )
}
