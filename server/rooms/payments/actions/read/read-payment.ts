import { formatAmount } from '../../../../../domain/money/money.ts'
import { disputeReasonText } from '../../../../../domain/payments/dispute-reasons.ts'
import { isoInstant } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { selectMembers } from '../../../accounts/index.ts'
import { askedAt, payerLifeMs } from '../../rules/check-schedule.ts'
import { type PaymentDetail, type PaymentRow, paymentFlags, paymentRecord } from '../../rules/records.ts'
import { casesOfPayment } from '../../store/cases.ts'
import { invoicesOfPayment, onePayment } from '../../store/list.ts'
import { eventsOf } from '../../store/payments.ts'
import { refundsOf } from '../../store/refunds.ts'
import { showCase } from '../reconcile/show-case.ts'

/**
 * Returns a payment with its invoices, refunds and history, and the actions that the caller may take. Refuses
 * not_found.
 */
export async function readPayment(ctx: Ctx, paymentId: string): Promise<PaymentDetail> {
  const row = await onePayment(ctx, paymentId)
  if (!row) throw refuse('not_found')
  const wire = (minor: bigint): string => formatAmount(minor, row.currency)
  const [invoices, refunds, events] = [
    await invoicesOfPayment(ctx, paymentId),
    await refundsOf(ctx, paymentId),
    await eventsOf(ctx, paymentId),
  ]
  return {
    ...paymentRecord(row),
    deposit_to: row.deposit_to,
    left_out: await leftOutOf(ctx, row),
    processor_fee: row.processor_fee_minor === null ? null : wire(row.processor_fee_minor),
    awaits_payer: row.status === 'input' && row.next_step !== null,
    awaited: awaitedOf(row),
    dispute: row.dispute && {
      reason: disputeReasonText(row.dispute.reason),
      status: row.dispute.status,
      is_inquiry: row.dispute.isInquiry,
      due_by: row.dispute.dueBy,
    },
    invoices: invoices.map(({ id, number, amountMinor, reversedMinor, state }) => ({
      pk: id,
      number,
      amount: wire(amountMinor),
      reversed: wire(reversedMinor),
      settled: wire(state === 'applied' ? amountMinor - reversedMinor : 0n),
      state,
    })),
    refunds: refunds.map((refund) => ({
      id: refund.id,
      status: refund.status,
      amount: wire(refund.amount_minor),
      reason: refund.reason,
      created: isoInstant(refund.created_at.getTime()),
      settled: refund.settled_at && isoInstant(refund.settled_at.getTime()),
      failure: refund.failure_message,
    })),
    events: events.map((event) => ({
      at: isoInstant(event.at.getTime()),
      from: event.from_status,
      to: event.to_status,
      cause: event.cause,
    })),
    cases: (await casesOfPayment(ctx, paymentId)).map((one) => showCase(ctx.app, one)),
    can: paymentFlags(row, ctx.actor),
  }
}

async function leftOutOf(ctx: Ctx, row: PaymentRow): Promise<PaymentDetail['left_out']> {
  if (!row.left_out || row.posted_at === null) return null
  const members = row.posted_by === null ? [] : await selectMembers(ctx)
  const by = members.find(({ userId }) => userId === row.posted_by)
  return {
    at: isoInstant(row.posted_at.getTime()),
    by: by ? `${by.firstName} ${by.lastName}`.trim() || by.email : null,
  }
}

/** Names the answer that the payer owes, and until when we wait for it. */
function awaitedOf(row: PaymentRow): PaymentDetail['awaited'] {
  if (row.status !== 'input' || row.next_step === null) return null
  const { kind } = row.next_step
  const until = askedAt(row).getTime() + payerLifeMs(row)
  return {
    what: kind === 'verify_account' ? 'verification' : kind === 'redirect' ? 'approval' : 'bank',
    mailed: row.continue_link_id !== null,
    until: isoInstant(until),
  }
}
