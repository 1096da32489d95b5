import { dateInZone, formatDate } from '../../../../../domain/dates/calendar.ts'
import { disputeReasonText } from '../../../../../domain/payments/dispute-reasons.ts'
import type { DisputeFacts, ProcessorPayment } from '../../../../gateways/payments/port.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { closeTasks, openTask } from '../../../worklist/index.ts'
import { type Payment, totalMinor } from '../../rules/records.ts'
import type { AllocationRow } from '../../store/allocations.ts'
import { changePayment } from '../../store/payments.ts'

const keyOf = (paymentId: string): string => `dispute ${paymentId}`

/** True when the processor reports something new about a dispute of the payment. */
export const isNewDispute = (payment: Payment, { dispute }: ProcessorPayment): boolean =>
  dispute !== undefined &&
  (payment.dispute?.status !== dispute.status || payment.dispute.dueBy !== dispute.dueBy)

/**
 * Records a dispute with its reason and the deadline for evidence, in the history of each invoice too. A dispute that waits for
 * evidence is a task until it was answered or decided.
 */
export async function noteDispute(
  ctx: Ctx,
  payment: Payment,
  shares: readonly AllocationRow[],
  dispute: DisputeFacts,
): Promise<void> {
  await changePayment(ctx, payment.id, { dispute: JSON.stringify(dispute) })
  const { timezone, dateFormat } = await readAccountRow(ctx)
  const dueOn = dispute.dueBy === null ? null : dateInZone(Date.parse(dispute.dueBy), timezone)
  const reason = [
    disputeReasonText(dispute.reason),
    dueOn === null ? STATES[dispute.status] : `evidence until ${formatDate(dueOn, dateFormat)}`,
  ].join(', ')
  for (const { invoiceId, amountMinor } of shares)
    await audit(
      ctx,
      'payments.disputed',
      { type: 'invoice', id: invoiceId },
      { paymentId: payment.id, amountMinor: amountMinor.toString(), reason },
    )
  if (dueOn === null)
    return closeTasks(ctx, {
      keys: [keyOf(payment.id)],
      outcome: `The dispute is ${STATES[dispute.status]}.`,
    })
  await openTask(ctx, {
    key: keyOf(payment.id),
    kind: 'other',
    customerId: payment.customer_id,
    invoiceIds: shares.map((share) => share.invoiceId),
    amount: { minor: totalMinor(payment), currency: payment.currency },
    title: `Answer the dispute of ${payment.number}`,
    reason: `The payment was disputed: ${reason}. Send the evidence in the processor’s dashboard.`,
    dueOn,
    endsWhenSettled: false,
  })
}

const STATES: Record<DisputeFacts['status'], string> = {
  needs_response: 'waiting for evidence',
  under_review: 'under review',
  won: 'won',
  lost: 'lost',
}
