import { isInFlight } from '../../../../../domain/payments/payment-status.ts'
import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { release } from '../../../ledger/index.ts'
import { closeTasks } from '../../../worklist/index.ts'
import { confirmTaskKey } from '../../rules/confirm-task-key.ts'
import type { Payment } from '../../rules/records.ts'
import { moveAllocations } from '../../store/allocations.ts'
import { addEvent, changePayment } from '../../store/payments.ts'
import { lockWithInvoices } from './lock-payment.ts'
import { noteClearing } from './note-clearing.ts'

/** Reason of a failed payment. `message` is for the payer. */
export interface Rejection {
  readonly kind: 'declined' | 'invalid' | 'voided' | 'expired' | 'returned' | 'disputed' | 'never_arrived'
  readonly code: string
  readonly message: string | null
  readonly providerRef: string | null
}

/**
 * Rejects a payment that moved no money and releases its reservations. Does nothing to a payment that has
 * ended.
 */
export async function rejectPayment(
  ctx: Ctx,
  paymentId: string,
  rejection: Rejection,
  cause: string,
): Promise<Payment> {
  const { payment, allocations } = await lockWithInvoices(ctx, paymentId)
  if (!isInFlight(payment.status) && payment.status !== 'error') return payment
  await release(
    ctx,
    allocations.filter((share) => share.state === 'reserved'),
  )
  await failpoint('reservation.released')
  await moveAllocations(ctx, paymentId, 'reserved', 'released')
  await addEvent(ctx, paymentId, payment.status, 'rejected', `${cause}: ${rejection.kind} ${rejection.code}`)
  await audit(
    ctx,
    'payments.reject',
    { type: 'payment', id: paymentId },
    { number: payment.number, because: rejection.kind, code: rejection.code },
  )
  if (payment.status === 'waiting') await noteClearing(ctx, payment, allocations, 'failed')
  // The bank returned it after days, and nobody waits for the answer any more. A failed automatic payment has its own mail.
  if (payment.status === 'waiting' && rejection.kind === 'returned' && payment.channel !== 'auto')
    await ctx.app.jobs.enqueue(ctx, 'payments.notify-of-return', { paymentId })
  if (payment.next_step?.kind === 'authentication' || payment.continue_link_id !== null)
    await closeTasks(ctx, {
      keys: [confirmTaskKey(paymentId)],
      outcome: 'The payment was not confirmed.',
    })
  return changePayment(ctx, paymentId, {
    status: 'rejected',
    provider_ref: payment.provider_ref ?? rejection.providerRef,
    failure_code: rejection.kind,
    failure_message: rejection.message,
    failure_reason: rejection.code,
    next_step: null,
    next_check_at: null,
    settled_at: asDate(ctx.now),
  })
}
