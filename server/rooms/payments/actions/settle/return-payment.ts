import type { ProcessorReason } from '../../../../gateways/payments/port.ts'
import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { reopenWrittenOff } from '../../../invoices/index.ts'
import { bookPaymentReturn } from '../../../ledger/index.ts'
import type { Payment } from '../../rules/records.ts'
import { reverseShares } from '../../store/allocations.ts'
import { addEvent, changePayment } from '../../store/payments.ts'
import { readSettings } from '../read/read-settings.ts'
import type { LockedPayment } from './lock-payment.ts'

/**
 * Reverses a confirmed payment after a returned e-check or a dispute. The part not refunded is owed again.
 * The receivables and the payment must be locked.
 */
export async function returnPayment(
  ctx: Ctx,
  { payment, allocations }: LockedPayment,
  reason: ProcessorReason,
  cause: string,
): Promise<Payment> {
  const unreversed = allocations
    .filter((share) => share.state === 'applied' && share.amountMinor > share.reversedMinor)
    .map((share) => ({ invoiceId: share.invoiceId, amountMinor: share.amountMinor - share.reversedMinor }))
  const { today } = await readSettings(ctx)
  await bookPaymentReturn(ctx, {
    paymentId: payment.id,
    customerId: payment.customer_id,
    currency: payment.currency,
    number: payment.number,
    bookedOn: today,
    shares: unreversed,
    unappliedMinor: payment.unapplied_minor,
    surchargeMinor: payment.surcharge_minor - payment.surcharge_refunded_minor,
    reason: reason.message,
  })
  await failpoint('return.booked')
  await reverseShares(ctx, payment.id, unreversed)
  await reopenWrittenOff(
    ctx,
    unreversed.map((share) => share.invoiceId),
  )
  await addEvent(ctx, payment.id, payment.status, 'rejected', `${cause}: ${reason.kind} ${reason.code}`)
  await audit(
    ctx,
    'payments.return',
    { type: 'payment', id: payment.id },
    { number: payment.number, because: reason.kind, code: reason.code },
  )
  await ctx.app.jobs.enqueue(ctx, 'payments.notify-of-return', { paymentId: payment.id })
  return changePayment(ctx, payment.id, {
    status: 'rejected',
    unapplied_minor: 0n,
    failure_code: reason.kind,
    failure_message: reason.message,
    failure_reason: reason.code,
    next_check_at: null,
    settled_at: asDate(ctx.now),
  })
}
