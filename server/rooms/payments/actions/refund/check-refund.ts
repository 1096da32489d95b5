import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { afterSilence, askedAt, nextCheckMs } from '../../rules/check-schedule.ts'
import type { Payment } from '../../rules/records.ts'
import { readPaymentRow } from '../../store/payments.ts'
import { changeRefund, lockRefund, type Refund } from '../../store/refunds.ts'
import { askedCall, callProcessor } from '../processor/call-processor.ts'
import { findProcessor, type Processor } from '../processor/find-processor.ts'
import { mayStillArrive } from '../reconcile/find-at-processor.ts'
import { openCase } from '../reconcile/open-case.ts'
import { settlePayment } from '../settle/settle-payment.ts'
import { rejectRefund, settleRefund } from './settle-refund.ts'

/**
 * Asks the processor for the outcome of a refund whose reply was lost. It never requests the refund again.
 * Returns false when the processor did not answer.
 */
export async function checkRefund(uow: UnitOfWork, refundId: string): Promise<boolean> {
  const claimed = await uow.transaction((ctx) => claim(ctx, refundId))
  if (!claimed) return true
  const { refund, payment, paymentRef, processor, last } = claimed
  await failpoint('refund_check.claimed')
  const outcome = await callProcessor(uow.app, `${processor.adapter.id} find refund`, () =>
    processor.adapter.findRefund(
      processor.connection,
      paymentRef,
      askedCall(refund.id, 'refund', askedAt(refund)),
    ),
  )
  await failpoint('refund_check.fetched')
  if (!outcome.ok) {
    await uow.transaction((ctx) => scheduleRetry(ctx, payment, refund))
    return false
  }
  const { value } = outcome
  if (value !== null) await uow.transaction((ctx) => settleRefund(ctx, refund.id, value, 'reconciler'))
  else if (await uow.transaction((ctx) => closeIfNeverArrived(ctx, refund, processor)))
    await observeAgain(uow, claimed)
  await failpoint('refund_check.committed')
  if (last) await uow.transaction((ctx) => giveUp(ctx, payment, refundId))
  return true
}

interface ClaimedRefund {
  readonly refund: Refund
  readonly payment: Payment
  readonly paymentRef: string
  readonly processor: Processor
  /** This is the last check. */
  readonly last: boolean
}

/** Schedules the next check before this one is made, so that two schedulers do not check at once. */
async function claim(ctx: Ctx, refundId: string): Promise<ClaimedRefund | null> {
  const refund = await lockRefund(ctx, refundId)
  if (refund?.status !== 'waiting') return null
  const payment = await readPaymentRow(ctx, refund.payment_id)
  const processor = payment && (await findProcessor(ctx, payment.provider))
  // Disconnected: it goes on once the business connects again.
  if (!processor || payment.provider_ref === null) {
    await changeRefund(ctx, refundId, { next_check_at: asDate(ctx.now + DAY_MS) })
    return null
  }
  const afterMs = nextCheckMs(payment.type, refund.check_count)
  // Also after the last check, in case the process dies during it.
  const next = asDate(ctx.now + (afterMs ?? DAY_MS))
  await changeRefund(ctx, refundId, { check_count: refund.check_count + 1, next_check_at: next })
  return { refund, payment, paymentRef: payment.provider_ref, processor, last: afterMs === null }
}

/** Returns whether it was closed. */
async function closeIfNeverArrived(ctx: Ctx, { id }: Refund, processor: Processor): Promise<boolean> {
  const refund = await lockRefund(ctx, id)
  if (refund?.status !== 'waiting' || mayStillArrive(refund, processor, ctx.now)) return false
  await rejectRefund(
    ctx,
    refund,
    'never_arrived',
    'The refund never reached the processor. Nothing was refunded.',
  )
  return true
}

/** While the refund was open, money that went back at the processor was taken for it, and is booked now. */
async function observeAgain(
  uow: UnitOfWork,
  { payment, paymentRef, processor }: ClaimedRefund,
): Promise<void> {
  const fetched = await callProcessor(uow.app, `${processor.adapter.id} fetch`, () =>
    processor.adapter.fetch(processor.connection, paymentRef),
  )
  // Without an answer the daily comparison finds it.
  if (!fetched.ok) return
  const seen = { recipient: processor.recipient, cause: 'reconciler' }
  await uow.transaction((ctx) => settlePayment(ctx, payment.id, fetched.value, seen))
}

/** Schedules another check after one without an answer. `before`: the refund before this check. */
async function scheduleRetry(ctx: Ctx, payment: Payment, before: Refund): Promise<void> {
  const refund = await lockRefund(ctx, before.id)
  if (refund?.status !== 'waiting') return
  const then = afterSilence(
    {
      type: payment.type,
      calledAt: askedAt(refund).getTime(),
      checksMade: before.check_count,
      unanswered: refund.unanswered_checks,
    },
    ctx.now,
  )
  if (then === null) return giveUp(ctx, payment, refund.id)
  await changeRefund(ctx, refund.id, {
    check_count: then.checksMade,
    unanswered_checks: refund.unanswered_checks + 1,
    next_check_at: asDate(ctx.now + then.afterMs),
  })
}

/** Opens a case. The refund's amount stays reserved and nothing is booked. */
async function giveUp(ctx: Ctx, payment: Payment, refundId: string): Promise<void> {
  const refund = await lockRefund(ctx, refundId)
  // A refund with a mismatched amount already has a case.
  if (refund?.status !== 'waiting' || refund.failure_code === 'mismatch') return
  await openCase(ctx, {
    provider: payment.provider,
    kind: 'no_outcome',
    subject: refundId,
    paymentId: payment.id,
    providerRef: payment.provider_ref,
    booked: null,
    observed: null,
  })
  await changeRefund(ctx, refundId, {
    failure_code: 'unresolved',
    failure_message: 'The processor hasn’t confirmed this refund. Look it up there.',
    next_check_at: null,
  })
}
