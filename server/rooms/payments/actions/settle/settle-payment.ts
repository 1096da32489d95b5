import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import {
  canReconcilePayment,
  isInFlight,
  type PaymentStatus,
} from '../../../../../domain/payments/payment-status.ts'
import type { ProcessorPayment } from '../../../../gateways/payments/port.ts'
import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { FIRST_CHECK_MS, payerLifeMs } from '../../rules/check-schedule.ts'
import { mismatchOf } from '../../rules/match-outcome.ts'
import type { Observation } from '../../rules/observation.ts'
import { factsOf } from '../../rules/processor-facts.ts'
import type { Payment } from '../../rules/records.ts'
import { addEvent, changePayment } from '../../store/payments.ts'
import { bookOutsideRefund } from '../refund/book-outside-refund.ts'
import { askPayer } from './ask-payer.ts'
import { confirmPayment } from './confirm-payment.ts'
import { type LockedPayment, lockToSettle, lockWithInvoices } from './lock-payment.ts'
import { noteClearing } from './note-clearing.ts'
import { isNewDispute, noteDispute } from './note-dispute.ts'
import { quarantinePayment } from './quarantine-payment.ts'
import { recordLateCharge } from './record-late-charge.ts'
import { rejectPayment } from './reject-payment.ts'
import { returnPayment } from './return-payment.ts'

/**
 * Turns a processor's report into a fact, from any source: the reply to a call, the reconciler, an event, a
 * challenge. This is the only function that does so. It locks the invoices, then the payment, and checks that
 * the report is about this payment. It ignores a report that is no step forward, so reports may be repeated
 * and arrive in any order. Refuses not_found for a payment of another account.
 */
export async function settlePayment(
  ctx: Ctx,
  paymentId: string,
  observed: ProcessorPayment,
  seen: Observation,
): Promise<Payment> {
  const locked = await lockToSettle(ctx, paymentId)
  await failpoint('settle.locked')
  const { payment } = locked
  const problem = mismatchOf(payment, observed, seen.recipient)
  if (problem !== null && !isCanceled(payment, observed, problem))
    return quarantinePayment(ctx, payment, { problem, cause: seen.cause, providerRef: observed.providerRef })
  if (observed.dispute && isNewDispute(payment, observed))
    await noteDispute(ctx, payment, locked.allocations, observed.dispute)
  if (isLateCharge(payment, observed)) {
    const late = await recordLateCharge(ctx, payment, observed, seen)
    return bookOutsideRefund(ctx, (await lockWithInvoices(ctx, late.id)).payment, observed)
  }
  const target = observed.status === 'refunded' ? 'confirmed' : observed.status
  if (payment.status === target || !canReconcilePayment(payment.status, target))
    return updateFacts(ctx, payment, observed)
  switch (target) {
    case 'confirmed':
      return bookOutsideRefund(ctx, await confirmPayment(ctx, locked, observed, seen.cause), observed)
    case 'rejected':
      return endPayment(ctx, locked, observed, seen.cause)
    default:
      return openPayment(ctx, locked, target, observed, seen.cause)
  }
}

/** A mismatched amount was voided: nothing was taken, and nothing can be taken any more. */
const isCanceled = (payment: Payment, observed: ProcessorPayment, problem: string): boolean =>
  payment.status === 'error' &&
  problem === 'amount' &&
  observed.status === 'rejected' &&
  observed.captured.minor === 0n

/** The attempt was given up as never charged, or its dispute was won: the processor has the money. */
const isLateCharge = (payment: Payment, observed: ProcessorPayment): boolean =>
  payment.status === 'rejected' &&
  (payment.captured_minor === 0n ||
    (payment.failure_code === 'disputed' && observed.dispute?.status === 'won')) &&
  observed.captured.minor > 0n &&
  observed.status !== 'rejected'

async function endPayment(
  ctx: Ctx,
  locked: LockedPayment,
  observed: ProcessorPayment,
  cause: string,
): Promise<Payment> {
  const reason = observed.reason ?? {
    kind: 'declined',
    code: 'rejected',
    message: msg('This payment did not go through.'),
  }
  if (locked.payment.status === 'confirmed') return returnPayment(ctx, locked, reason, cause)
  await changePayment(ctx, locked.payment.id, factsOf(observed))
  return rejectPayment(ctx, locked.payment.id, { ...reason, providerRef: observed.providerRef }, cause)
}

/** Under way at the processor: waiting, authorized only, or waiting for the payer. */
async function openPayment(
  ctx: Ctx,
  { payment, allocations }: LockedPayment,
  to: Exclude<PaymentStatus, 'confirmed' | 'rejected' | 'refunded'>,
  observed: ProcessorPayment,
  cause: string,
): Promise<Payment> {
  await addEvent(ctx, payment.id, payment.status, to, cause)
  await audit(ctx, `payments.${to}`, { type: 'payment', id: payment.id }, { number: payment.number, cause })
  if (to === 'waiting') await noteClearing(ctx, payment, allocations, 'sent')
  if (to === 'input') await askPayer(ctx, payment, observed)
  return changePayment(ctx, payment.id, {
    ...factsOf(observed),
    status: to,
    next_step: nextStepOf(observed),
    failure_code: null,
    failure_message: null,
    check_count: 0,
    next_check_at: asDate(ctx.now + FIRST_CHECK_MS),
  })
}

/**
 * Applies a report that does not change the status: the method, a next step, or refunds made at the
 * processor.
 */
async function updateFacts(ctx: Ctx, payment: Payment, observed: ProcessorPayment): Promise<Payment> {
  if (payment.status === 'confirmed') return bookOutsideRefund(ctx, payment, observed)
  if (!isInFlight(payment.status)) return payment
  const { next } = observed
  const needsPayer = payment.status === 'input' && next !== null && next.kind !== payment.next_step?.kind
  if (needsPayer) await askPayer(ctx, payment, observed)
  return changePayment(ctx, payment.id, {
    ...factsOf(observed),
    ...(needsPayer && {
      next_step: nextStepOf(observed),
      next_check_at: asDate(ctx.now + Math.min(payerLifeMs({ ...payment, next_step: next }), DAY_MS)),
    }),
  })
}

// Data that only the browser needs is not stored.
const nextStepOf = (observed: ProcessorPayment): string | null =>
  observed.next === null
    ? null
    : JSON.stringify({
        kind: observed.next.kind,
        text: observed.next.text,
        ...(observed.next.url !== undefined && { url: observed.next.url }),
      })
