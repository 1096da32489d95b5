import { isInFlight } from '../../../../../domain/payments/payment-status.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { lockReceivables } from '../../../ledger/index.ts'
import type { Payment } from '../../rules/records.ts'
import { type AllocationRow, allocationsOf } from '../../store/allocations.ts'
import { creditSharesOf, plannedUseOf } from '../../store/credit-uses.ts'
import { lockPayment } from '../../store/payments.ts'
import { lockCreditAround } from '../credit/read-credit.ts'
import type { PlannedCredit } from '../credit/settle-with-credit.ts'

export interface LockedPayment {
  readonly payment: Payment
  readonly allocations: readonly AllocationRow[]
}

/** Locks a payment's invoices, then the payment. Every caller uses this order. Refuses not_found. */
export const lockWithInvoices = async (ctx: Ctx, paymentId: string): Promise<LockedPayment> =>
  lockAll(ctx, paymentId, await allocationsOf(ctx, paymentId))

async function lockAll(
  ctx: Ctx,
  paymentId: string,
  allocations: readonly AllocationRow[],
): Promise<LockedPayment> {
  // The connection runs both statements in this order.
  const [, payment] = await Promise.all([
    lockReceivables(
      ctx,
      allocations.map((share) => share.invoiceId),
    ),
    lockPayment(ctx, paymentId),
  ])
  return current(ctx, payment, allocations)
}

/**
 * Locks a payment like `lockWithInvoices`, together with the credit that it uses when it is confirmed. Refuses
 * not_found.
 */
export async function lockToSettle(
  ctx: Ctx,
  paymentId: string,
): Promise<LockedPayment & { readonly credit: PlannedCredit | null }> {
  const [use, allocations] = await Promise.all([plannedUseOf(ctx, paymentId), allocationsOf(ctx, paymentId)])
  if (use === null) return { ...(await lockAll(ctx, paymentId, allocations)), credit: null }
  const creditShares = await creditSharesOf(ctx, { paymentId })
  const ids = [...allocations, ...creditShares].map((share) => share.invoiceId)
  const { locked, credit } = await lockCreditAround(ctx, use, () => lockReceivables(ctx, [...new Set(ids)]))
  const payment = await lockPayment(ctx, paymentId)
  // Another report of the processor may have settled it during the wait.
  const unused = (await plannedUseOf(ctx, paymentId)) !== null
  return {
    ...(await current(ctx, payment, allocations)),
    credit: unused ? { use, shares: creditShares, sources: credit.sources, receivables: locked } : null,
  }
}

async function current(
  ctx: Ctx,
  payment: Payment | null,
  allocations: readonly AllocationRow[],
): Promise<LockedPayment> {
  if (!payment) throw refuse('not_found')
  // The shares of a payment under way stay reserved. Otherwise they may have changed during the wait.
  const unchanged = isInFlight(payment.status) && allocations.every((share) => share.state === 'reserved')
  return { payment, allocations: unchanged ? allocations : await allocationsOf(ctx, payment.id) }
}
