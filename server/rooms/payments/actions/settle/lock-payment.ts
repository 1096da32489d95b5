import { isInFlight } from '../../../../../domain/payments/payment-status.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { lockReceivables } from '../../../ledger/index.ts'
import type { Payment } from '../../rules/records.ts'
import { type AllocationRow, allocationsOf } from '../../store/allocations.ts'
import { lockPayment } from '../../store/payments.ts'

export interface LockedPayment {
  readonly payment: Payment
  readonly allocations: readonly AllocationRow[]
}

/** Locks a payment's invoices, then the payment. Every caller uses this order. Refuses not_found. */
export async function lockWithInvoices(ctx: Ctx, paymentId: string): Promise<LockedPayment> {
  const allocations = await allocationsOf(ctx, paymentId)
  // The connection runs both statements in this order.
  const [, payment] = await Promise.all([
    lockReceivables(
      ctx,
      allocations.map((share) => share.invoiceId),
    ),
    lockPayment(ctx, paymentId),
  ])
  if (!payment) throw refuse('not_found')
  // The shares of a payment under way stay reserved. Otherwise they may have changed during the wait.
  const current = isInFlight(payment.status) && allocations.every((share) => share.state === 'reserved')
  return { payment, allocations: current ? allocations : await allocationsOf(ctx, paymentId) }
}
