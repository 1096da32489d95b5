import { canReconcilePayment, type PaymentStatus } from '../../../../domain/payment-status.ts'
import type { ProviderPayment } from '../../../gateways/payments/port.ts'
import { audit } from '../../../platform/audit.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { CHALLENGE_LIFE_MS, FIRST_CHECK_MS } from '../rules/check-schedule.ts'
import { mismatchOf } from '../rules/match-outcome.ts'
import type { Observation } from '../rules/observation.ts'
import type { Payment } from '../rules/records.ts'
import { addEvent, changePayment } from '../store/payments.ts'
import { bookOutsideRefund } from './book-outside-refund.ts'
import { confirmPayment } from './confirm-payment.ts'
import { lockWithInvoices } from './lock-payment.ts'
import { quarantinePayment } from './quarantine-payment.ts'
import { recordLateCharge } from './record-late-charge.ts'
import { rejectPayment } from './reject-payment.ts'
import { returnPayment } from './return-payment.ts'

/**
 * The one place where a processor's word becomes a fact, whoever brings it: the reply to a call, the reconciler, an
 * event, a challenge. Locks the invoices, then the payment; checks that it is this payment that the processor
 * speaks of; moves it on where that is a step forward, and does nothing where it is not, so that news may come twice
 * and in any order. Refuses not_found for a payment of another account.
 */
export async function settlePayment(
  ctx: Ctx,
  paymentId: string,
  observed: ProviderPayment,
  seen: Observation,
): Promise<Payment> {
  const { payment: locked } = await lockWithInvoices(ctx, paymentId)
  const problem = mismatchOf(locked, observed, seen.recipient)
  if (problem !== null) return quarantinePayment(ctx, locked, problem, seen.cause)
  if (isLateCharge(locked, observed)) return recordLateCharge(ctx, locked, observed, seen)
  const payment = await noteFacts(ctx, locked, observed)
  const target = observed.status === 'refunded' ? 'confirmed' : observed.status
  if (payment.status === target || !canReconcilePayment(payment.status, target))
    return afterwards(ctx, payment, observed)
  switch (target) {
    case 'confirmed':
      return afterwards(ctx, await confirmPayment(ctx, payment, observed, seen.cause), observed)
    case 'rejected':
      return endPayment(ctx, payment, observed, seen.cause)
    default:
      return openPayment(ctx, payment, target, observed, seen.cause)
  }
}

/** Given up as never charged, and yet the money is there. */
const isLateCharge = (payment: Payment, observed: ProviderPayment): boolean =>
  payment.status === 'rejected' &&
  payment.captured_minor === 0n &&
  observed.captured.minor > 0n &&
  observed.status !== 'rejected'

/** What the processor knows of the payment beyond its status. */
async function noteFacts(ctx: Ctx, payment: Payment, observed: ProviderPayment): Promise<Payment> {
  const { method } = observed
  if (
    payment.provider_ref === observed.providerRef &&
    (method === null || payment.method_last4 === method.last4)
  )
    return payment
  return changePayment(ctx, payment.id, {
    provider_ref: observed.providerRef,
    ...(method && {
      method_brand: method.brand,
      method_last4: method.last4,
      method_expiration_year: method.expirationYear,
      method_expiration_month: method.expirationMonth,
    }),
  })
}

function endPayment(ctx: Ctx, payment: Payment, observed: ProviderPayment, cause: string): Promise<Payment> {
  const reason = observed.reason ?? {
    kind: 'declined' as const,
    code: 'rejected',
    message: 'This payment did not go through.',
  }
  if (payment.status === 'confirmed') return returnPayment(ctx, payment, reason, cause)
  return rejectPayment(ctx, payment.id, { ...reason, providerRef: observed.providerRef }, cause)
}

/** Under way at the processor: waiting, authorised only, or in need of the payer. */
async function openPayment(
  ctx: Ctx,
  payment: Payment,
  to: PaymentStatus,
  observed: ProviderPayment,
  cause: string,
): Promise<Payment> {
  await addEvent(ctx, payment.id, payment.status, to, cause)
  await audit(ctx, `payments.${to}`, { type: 'payment', id: payment.id }, { number: payment.number, cause })
  return changePayment(ctx, payment.id, {
    status: to,
    next_step: nextStepOf(observed),
    failure_code: null,
    failure_message: null,
    check_count: 0,
    next_check_at: asDate(ctx.now + FIRST_CHECK_MS),
  })
}

/** News that don't change the status: a next step, or money given back at the processor's own desk. */
async function afterwards(ctx: Ctx, payment: Payment, observed: ProviderPayment): Promise<Payment> {
  if (payment.status === 'confirmed') return bookOutsideRefund(ctx, payment, observed)
  if (payment.status !== 'input' || observed.next === null || payment.next_step !== null) return payment
  return changePayment(ctx, payment.id, {
    next_step: nextStepOf(observed),
    next_check_at: asDate(ctx.now + CHALLENGE_LIFE_MS),
  })
}

// What the browser needs besides is for the browser, not for the database.
const nextStepOf = (observed: ProviderPayment): string | null =>
  observed.next === null ? null : JSON.stringify({ kind: observed.next.kind, text: observed.next.text })
