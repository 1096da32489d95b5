import { sql } from 'kysely'
import type { World } from './world.ts'

/** State of a payment attempt in the product and at the processor. */
export interface PaymentState {
  readonly id: string
  readonly payment: string
  readonly failure: string | null
  readonly reference: string | null
  /** Status of the charge at the processor; null when it has none. */
  readonly charge: string | null
  readonly chargeReference: string | null
  readonly refund: string | null
  readonly refundFailure: string | null
  readonly processorRefunds: number
}

/** Returns the payment attempts of an invoice, oldest first. */
export const readPaymentStates = ({ company }: World, invoiceId: string): Promise<PaymentState[]> =>
  company.run(async (ctx) => {
    const found = await sql<PaymentState>`
      select p.id, p.status as payment, p.failure_code as failure, p.provider_ref as reference, c.status as charge,
        c.ref as "chargeReference", r.status as refund, r.failure_code as "refundFailure",
        (select count(*)::int from sandbox_refunds s where s.account_id = p.account_id and s.charge_ref = c.ref) as "processorRefunds"
      from payments p
      join payment_allocations a on a.account_id = p.account_id and a.payment_id = p.id and a.invoice_id = ${invoiceId}
      left join sandbox_charges c on c.account_id = p.account_id and c.our_id = p.id::text
      left join refunds r on r.account_id = p.account_id and r.payment_id = p.id
      where p.account_id = ${ctx.accountId} order by p.created_at, p.id, r.created_at, r.id`.execute(ctx.db)
    return found.rows
  })

/** True when the product has the same state as the processor. */
export function isResolved(one: PaymentState): boolean {
  if (one.refund !== null)
    return one.processorRefunds > 0 ? one.refund === 'confirmed' : one.refund === 'rejected'
  switch (one.charge) {
    case null:
      return one.payment === 'rejected' || (one.payment === 'error' && one.failure === 'unavailable')
    // An order that waits for its payer's approval.
    case 'input':
      return one.payment === 'input'
    case 'waiting':
      return one.payment === 'waiting' && one.reference === one.chargeReference
    default:
      return one.payment === one.charge
  }
}

/** Counts the charges and refunds of an invoice at the processor. */
export const countMovements = (
  { company }: World,
  invoiceId: string,
): Promise<{ charges: number; refunds: number }> =>
  company.run(async (ctx) => {
    const found = await sql<{ charges: number; refunds: number }>`
      select count(distinct c.ref)::int as charges, count(distinct s.ref)::int as refunds from sandbox_charges c
      join payment_allocations a on a.account_id = c.account_id and a.payment_id::text = c.our_id and a.invoice_id = ${invoiceId}
      left join sandbox_refunds s on s.account_id = c.account_id and s.charge_ref = c.ref
      where c.account_id = ${ctx.accountId} and c.captured_minor > 0`.execute(ctx.db)
    return found.rows[0]!
  })
