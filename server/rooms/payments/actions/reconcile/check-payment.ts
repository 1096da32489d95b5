import { DAY_MS, HOUR_MS } from '../../../../../domain/dates/durations.ts'
import { isInFlight } from '../../../../../domain/payments/payment-status.ts'
import type { ProcessorPayment } from '../../../../gateways/payments/port.ts'
import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import { afterSilence, askedAt, nextCheckMs, payerLifeMs } from '../../rules/check-schedule.ts'
import type { Payment } from '../../rules/records.ts'
import { addEvent, changePayment, lockPayment } from '../../store/payments.ts'
import { findProcessor, type Processor } from '../processor/find-processor.ts'
import { cancelAtProcessor } from '../settle/cancel-at-processor.ts'
import { endDeclined } from '../settle/end-declined.ts'
import { lockWithInvoices } from '../settle/lock-payment.ts'
import { rejectPayment } from '../settle/reject-payment.ts'
import { releaseDeletedOrder } from '../settle/release-deleted-order.ts'
import { isUnaskedOrder, isUnreachable, releaseUnaskedOrder } from '../settle/release-unreachable.ts'
import { settlePayment } from '../settle/settle-payment.ts'
import { mayStillArrive, resolveAtProcessor } from './find-at-processor.ts'
import { openCase } from './open-case.ts'

/**
 * Asks the processor for the outcome of an open payment and commits it. It never guesses and never charges.
 * Cancels a payment whose payer did not answer in time. Returns false when the
 * processor did not answer.
 */
export async function checkPayment(uow: UnitOfWork, paymentId: string): Promise<boolean> {
  const claimed = await uow.transaction((ctx) => claim(ctx, paymentId))
  if (!claimed) return true
  const { payment, processor, last } = claimed
  await failpoint('check.claimed')
  const outcome = await resolveAtProcessor(uow.app, processor, payment)
  await failpoint('check.fetched')
  const isGone = !outcome.ok && outcome.error.kind === 'not_found' && payment.provider_ref !== null
  if (isGone && (await releaseDeletedOrder(uow, paymentId, processor, 'reconciler'))) return true
  if (!outcome.ok) {
    uow.app.log.warn('payment processor did not report the state of a payment', {
      paymentId,
      kind: outcome.error.kind,
    })
    await uow.transaction((ctx) => scheduleRetry(ctx, payment))
    return false
  } else if (outcome.value === null) {
    await uow.transaction((ctx) => closeIfNeverArrived(ctx, paymentId, processor))
  } else {
    const answered = await settleFound(uow, payment, processor, outcome.value)
    if (!answered) {
      await uow.transaction((ctx) => scheduleRetry(ctx, payment))
      return false
    }
  }
  await failpoint('check.committed')
  if (last) await uow.transaction((ctx) => giveUp(ctx, paymentId))
  return true
}

/** Staff decide afterwards, so that the invoice is not reserved for ever. */
const LONGEST_DISCONNECTED_MS = 14 * DAY_MS

interface ClaimedPayment {
  readonly payment: Payment
  readonly processor: Processor
  /** This is the last check. */
  readonly last: boolean
}

/** Schedules the next check before this one is made, so that two schedulers do not check at once. */
async function claim(ctx: Ctx, paymentId: string): Promise<ClaimedPayment | null> {
  const payment = await lockPayment(ctx, paymentId)
  if (!payment) return null
  const processor = await findProcessor(ctx, payment.provider)
  if (!isInFlight(payment.status)) {
    if (payment.next_check_at !== null) await changePayment(ctx, paymentId, { next_check_at: null })
    return null
  }
  if (!processor || isUnreachable(processor, payment)) return waitForConnection(ctx, payment)
  const afterMs = nextCheckMs(payment.type, payment.check_count)
  // Also after the last check, in case the process dies during it.
  const next = asDate(ctx.now + (afterMs ?? DAY_MS))
  await changePayment(ctx, paymentId, { check_count: payment.check_count + 1, next_check_at: next })
  return { payment, processor, last: afterMs === null }
}

/**
 * Nobody can be asked: it goes on once the business connects the same account again. An attempt that its payer did not finish in
 * time is left to staff earlier than one whose money may be on its way.
 */
async function waitForConnection(ctx: Ctx, payment: Payment): Promise<null> {
  const waited = ctx.now - askedAt(payment).getTime()
  const isLate = payment.status === 'input' && waited > payerLifeMs(payment)
  if (isLate && isUnaskedOrder(payment)) {
    await releaseUnaskedOrder(ctx, payment.id, 'its connection has ended')
    return null
  }
  const nextMs = payment.status === 'input' ? HOUR_MS : DAY_MS
  await changePayment(ctx, payment.id, { next_check_at: asDate(ctx.now + nextMs) })
  if (isLate || waited > LONGEST_DISCONNECTED_MS) await giveUp(ctx, payment.id)
  return null
}

/** Returns false when the payment should be canceled and the processor did not cancel it. */
async function settleFound(
  uow: UnitOfWork,
  payment: Payment,
  processor: Processor,
  found: ProcessorPayment,
): Promise<boolean> {
  const { recipient } = processor
  const ended = await endDeclined(uow.app, processor, payment, found)
  if (!ended.ok) return false
  const observed = ended.value
  const settled = await uow.transaction(async (ctx) => ({
    payment: await settlePayment(ctx, payment.id, observed, { recipient, cause: 'reconciler' }),
    now: ctx.now,
  }))
  if (observed.status !== 'input' || !isInFlight(settled.payment.status)) return true
  const cause = cancelReason(settled.payment, settled.now, processor)
  if (cause === null) return true
  try {
    const after = await cancelAtProcessor(uow, settled.payment, observed.providerRef, processor, cause)
    return !isInFlight(after.status)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'processor_unavailable') return false
    throw error
  }
}

/**
 * The reason to cancel a payment that still waits for its payer at the processor; null when there is none.
 */
function cancelReason(payment: Payment, now: number, processor: Processor): string | null {
  if (now - askedAt(payment).getTime() >= payerLifeMs(payment)) return 'not approved in time'
  // Our capture call was lost and took no money. The payer sees that nothing more is needed, so the payment
  // would stay open.
  const lost = payment.status === 'waiting' && !mayStillArrive(payment, processor, now)
  return lost ? 'never reached the processor' : null
}

/** Rejects a payment that the processor has never received and no longer can: nothing was charged. */
async function closeIfNeverArrived(ctx: Ctx, paymentId: string, processor: Processor): Promise<void> {
  const { payment } = await lockWithInvoices(ctx, paymentId)
  if (payment.provider_ref !== null || mayStillArrive(payment, processor, ctx.now)) return
  const rejection = { kind: 'never_arrived', code: 'not_found', message: null, providerRef: null } as const
  await rejectPayment(ctx, paymentId, rejection, 'reconciler')
}

/** Schedules another check after one without an answer. `before`: the payment before this check. */
async function scheduleRetry(ctx: Ctx, before: Payment): Promise<void> {
  const payment = await lockPayment(ctx, before.id)
  if (!payment || !isInFlight(payment.status)) return
  const then = afterSilence(
    {
      type: payment.type,
      calledAt: askedAt(payment).getTime(),
      checksMade: before.check_count,
      unanswered: payment.unanswered_checks,
    },
    ctx.now,
  )
  if (then === null) return giveUp(ctx, payment.id)
  await changePayment(ctx, payment.id, {
    check_count: then.checksMade,
    unanswered_checks: payment.unanswered_checks + 1,
    next_check_at: asDate(ctx.now + then.afterMs),
  })
}

/** Opens a case after weeks without an answer. The amount stays reserved and nothing is booked. */
async function giveUp(ctx: Ctx, paymentId: string): Promise<void> {
  const payment = await lockPayment(ctx, paymentId)
  if (payment?.status !== 'waiting' && payment?.status !== 'input') return
  await addEvent(ctx, paymentId, payment.status, 'error', 'no answer from the processor')
  await openCase(ctx, {
    provider: payment.provider,
    kind: 'no_outcome',
    subject: payment.id,
    paymentId: payment.id,
    providerRef: payment.provider_ref,
    booked: null,
    observed: null,
  })
  await audit(ctx, 'payments.give_up', { type: 'payment', id: paymentId }, { number: payment.number })
  await changePayment(ctx, paymentId, {
    status: 'error',
    failure_code: 'unresolved',
    failure_message: 'The processor hasn’t confirmed this payment. Look it up there before releasing it.',
    next_check_at: null,
  })
}
