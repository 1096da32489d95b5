import { formatAmount } from '../../../../../domain/money/money.ts'
import { isoInstant } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { type PaymentDetail, paymentFlags, paymentRecord } from '../../rules/records.ts'
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
    awaits_payer: row.status === 'input' && row.next_step !== null,
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
