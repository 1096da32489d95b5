import type { ProcessorRefund } from '../../../../gateways/payments/port.ts'
import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { reopenWrittenOff } from '../../../invoices/index.ts'
import { bookRefund } from '../../../ledger/index.ts'
import type { Payment } from '../../rules/records.ts'
import { takeBack } from '../../rules/take-back.ts'
import { type AllocationRow, reverseShares } from '../../store/allocations.ts'
import { addEvent, changePayment } from '../../store/payments.ts'
import { changeRefund, lockRefund, type Refund, readRefund } from '../../store/refunds.ts'
import { readSettings } from '../read/read-settings.ts'
import { openCase } from '../reconcile/open-case.ts'
import { lockWithInvoices } from '../settle/lock-payment.ts'

/** The outcome of a refund at the processor, or of a manual one by staff. */
export type RefundOutcome = Pick<ProcessorRefund, 'status' | 'amount' | 'message'> & {
  readonly refundRef: string | null
}

/** Commits the outcome of a refund from any source. A settled refund does not change. Refuses not_found. */
export async function settleRefund(
  ctx: Ctx,
  refundId: string,
  outcome: RefundOutcome,
  cause: string,
): Promise<Refund> {
  const paymentId = (await readRefund(ctx, refundId))?.payment_id
  if (paymentId === undefined) throw refuse('not_found')
  const { payment, allocations } = await lockWithInvoices(ctx, paymentId)
  const refund = (await lockRefund(ctx, refundId))!
  if (refund.status !== 'waiting' || outcome.status === 'waiting') return refund
  if (outcome.status === 'rejected') return rejectRefund(ctx, refund, 'declined', outcome.message)
  if (outcome.amount.minor !== refund.amount_minor || outcome.amount.currency !== refund.currency)
    return quarantineRefund(ctx, payment, refund, outcome, cause)
  // Their bank tells the payer about a dispute.
  if (cause !== 'disputed') await ctx.app.jobs.enqueue(ctx, 'payments.notify-of-refund', { refundId })
  if (payment.status !== 'confirmed') return confirmAfterReturn(ctx, payment, refund, outcome)
  return confirmRefund(ctx, payment, allocations, refund, outcome, cause)
}

async function confirmRefund(
  ctx: Ctx,
  payment: Payment,
  allocations: readonly AllocationRow[],
  refund: Refund,
  outcome: RefundOutcome,
  cause: string,
): Promise<Refund> {
  const back = takeBack(
    refund.amount_minor,
    amountsOf(payment),
    allocations.filter((share) => share.state === 'applied').map(unreversedShare),
  )
  const { today } = await readSettings(ctx)
  await bookRefund(ctx, {
    refundId: refund.id,
    paymentId: payment.id,
    customerId: payment.customer_id,
    currency: payment.currency,
    number: payment.number,
    bookedOn: today,
    ...back,
  })
  await failpoint('refund.ledger')
  await reverseShares(ctx, payment.id, back.shares)
  await reopenWrittenOff(
    ctx,
    back.shares.map((share) => share.invoiceId),
  )
  const refunded = payment.refunded_minor + refund.amount_minor
  const whole = refunded === payment.captured_minor
  if (whole) await addEvent(ctx, payment.id, 'confirmed', 'refunded', cause)
  await changePayment(ctx, payment.id, {
    refunded_minor: refunded,
    surcharge_refunded_minor: payment.surcharge_refunded_minor + back.surchargeMinor,
    unapplied_minor: payment.unapplied_minor - back.unappliedMinor,
    ...(whole && { status: 'refunded' as const }),
  })
  await audit(
    ctx,
    'payments.refund_confirmed',
    { type: 'payment', id: payment.id },
    { number: payment.number, amountMinor: refund.amount_minor.toString(), cause },
  )
  return changeRefund(ctx, refund.id, {
    status: 'confirmed',
    surcharge_minor: back.surchargeMinor,
    provider_ref: outcome.refundRef,
    failure_code: null,
    failure_message: null,
    next_check_at: null,
    settled_at: asDate(ctx.now),
  })
}

const amountsOf = (payment: Payment) => ({
  capturedMinor: payment.captured_minor,
  refundedMinor: payment.refunded_minor,
  surchargeMinor: payment.surcharge_minor,
  surchargeRefundedMinor: payment.surcharge_refunded_minor,
  unappliedMinor: payment.unapplied_minor,
})

const unreversedShare = (share: AllocationRow) => ({
  invoiceId: share.invoiceId,
  amountMinor: share.amountMinor - share.reversedMinor,
  position: share.position,
})

/** Rejects a refund: no money moved, and its amount is refundable again. The refund must be locked. */
export async function rejectRefund(
  ctx: Ctx,
  refund: Refund,
  code: string,
  message: string | null,
): Promise<Refund> {
  await audit(
    ctx,
    'payments.refund_rejected',
    { type: 'payment', id: refund.payment_id },
    { amountMinor: refund.amount_minor.toString(), because: code },
  )
  return changeRefund(ctx, refund.id, {
    status: 'rejected',
    failure_code: code,
    failure_message: message ?? 'The processor declined the refund.',
    next_check_at: null,
    settled_at: asDate(ctx.now),
  })
}

/** The processor refunded another amount than requested. Nothing is booked until a person has checked it. */
async function quarantineRefund(
  ctx: Ctx,
  payment: Payment,
  refund: Refund,
  outcome: RefundOutcome,
  cause: string,
): Promise<Refund> {
  await openCase(ctx, { ...caseOf(payment, refund, outcome), kind: 'mismatch' })
  await audit(
    ctx,
    'payments.quarantine',
    { type: 'payment', id: refund.payment_id },
    { refundId: refund.id, problem: 'amount', cause },
  )
  return changeRefund(ctx, refund.id, {
    failure_code: 'mismatch',
    failure_message: 'The processor reports a different amount. Nothing was recorded in your books.',
    next_check_at: null,
  })
}

const caseOf = (payment: Payment, refund: Refund, outcome: RefundOutcome) => ({
  provider: payment.provider,
  subject: refund.id,
  paymentId: payment.id,
  providerRef: outcome.refundRef,
  booked: null,
  observed: outcome.amount,
})

/**
 * The payment was returned before this refund went through. Its invoices are open already, and the money left
 * twice.
 */
async function confirmAfterReturn(
  ctx: Ctx,
  payment: Payment,
  refund: Refund,
  outcome: RefundOutcome,
): Promise<Refund> {
  await openCase(ctx, { ...caseOf(payment, refund, outcome), kind: 'refund_after_return' })
  await audit(
    ctx,
    'payments.refund_after_return',
    { type: 'payment', id: refund.payment_id },
    { amountMinor: refund.amount_minor.toString() },
  )
  return changeRefund(ctx, refund.id, {
    status: 'confirmed',
    provider_ref: outcome.refundRef,
    failure_code: 'after_return',
    failure_message: 'The payment was returned before this refund. Recover the amount from the customer.',
    next_check_at: null,
    settled_at: asDate(ctx.now),
  })
}
