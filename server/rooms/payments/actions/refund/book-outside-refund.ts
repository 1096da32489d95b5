import { sumMinor } from '../../../../../domain/money/money.ts'
import type { ProcessorPayment } from '../../../../gateways/payments/port.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { hashOf } from '../../../../platform/ids.ts'
import type { Payment } from '../../rules/records.ts'
import { readPaymentRow } from '../../store/payments.ts'
import { insertRefund, refundsOf } from '../../store/refunds.ts'
import { settleRefund } from './settle-refund.ts'

/**
 * Books the refunds that were made at the processor, and parts that the payer's bank took back, beyond those requested here. The
 * payment must be locked.
 */
export async function bookOutsideRefund(
  ctx: Ctx,
  payment: Payment,
  observed: ProcessorPayment,
): Promise<Payment> {
  if (observed.refunded.minor <= payment.refunded_minor) return payment
  const ours = (await refundsOf(ctx, payment.id)).filter((refund) => refund.status !== 'rejected')
  const outside = observed.refunded.minor - sumMinor(ours.map((refund) => refund.amount_minor))
  if (outside <= 0n) return payment
  const id = nextId(ctx)
  const { currency } = payment
  const { dispute } = observed
  const isDisputed = dispute !== undefined && !dispute.isInquiry && dispute.status !== 'won'
  const inserted = await insertRefund(ctx, {
    id,
    payment_id: payment.id,
    // Each newly reported part is a refund of its own: the processor may report the same total again when
    // more of it turns out not to be ours.
    request_id: `outside.${id}`,
    request_hash: hashOf({ paymentId: payment.id, refunded: observed.refunded.minor }),
    status: 'waiting',
    currency,
    amount_minor: outside,
    reason: isDisputed ? 'Taken back by the payer’s bank' : 'Refunded at the processor',
    created_by: null,
  })
  if (!inserted) throw new Error(`the refund ${id} is there already`)
  await failpoint('outside_refund.inserted')
  await settleRefund(
    ctx,
    id,
    { status: 'confirmed', amount: { minor: outside, currency }, message: null, refundRef: null },
    isDisputed ? 'disputed' : 'outside',
  )
  await failpoint('outside_refund.booked')
  return (await readPaymentRow(ctx, payment.id))!
}
