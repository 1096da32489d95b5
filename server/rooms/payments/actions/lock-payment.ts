import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { lockReceivables } from '../../ledger/index.ts'
import type { Payment } from '../rules/records.ts'
import { type AllocationRow, allocationsOf } from '../store/allocations.ts'
import { lockPayment } from '../store/payments.ts'

export interface LockedPayment {
  readonly payment: Payment
  readonly allocations: readonly AllocationRow[]
}

/** Locks a payment's invoices, then the payment: the one order in which both are ever locked. Refuses not_found. */
export async function lockWithInvoices(ctx: Ctx, paymentId: string): Promise<LockedPayment> {
  const invoices = (await allocationsOf(ctx, paymentId)).map((share) => share.invoiceId)
  await lockReceivables(ctx, invoices)
  const payment = await lockPayment(ctx, paymentId)
  if (!payment) throw refuse('not_found')
  // Read again: what a share stands at may have changed while its invoice was waited for.
  return { payment, allocations: await allocationsOf(ctx, paymentId) }
}
