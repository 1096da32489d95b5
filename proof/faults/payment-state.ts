import { sql } from 'kysely'
import type { World } from '../processors/open-world.ts'

/** State of a payment attempt in the product and at the processor. */
export interface PaymentState {
  readonly id: string
  readonly payment: string
  readonly failure: string | null
  readonly reference: string | null
  /** Status of the charge at the processor; null when it has none. */
  readonly charge: string | null
  readonly chargeReference: string | null
  /** Only a call of the product completes the charge. */
  readonly onlyByUs: boolean
  readonly refund: string | null
  readonly refundFailure: string | null
  readonly processorRefunds: number
}

type InProduct = Omit<PaymentState, 'charge' | 'chargeReference' | 'onlyByUs' | 'processorRefunds'>

/** Returns the payment attempts of an invoice, oldest first. */
export async function readPaymentStates(
  { company, processor }: World,
  invoiceId: string,
): Promise<PaymentState[]> {
  const payments = await company.run(async (ctx) => {
    const found = await sql<InProduct>`
      select p.id, p.status as payment, p.failure_code as failure, p.provider_ref as reference,
        r.status as refund, r.failure_code as "refundFailure"
      from payments p
      join payment_allocations a on a.account_id = p.account_id and a.payment_id = p.id and a.invoice_id = ${invoiceId}
      left join refunds r on r.account_id = p.account_id and r.payment_id = p.id
      where p.account_id = ${ctx.accountId} order by p.created_at, p.id, r.created_at, r.id`.execute(ctx.db)
    return found.rows
  })
  const charges = await processor.readBooks()
  return payments.map((payment) => {
    const charge = charges.find(({ ourId }) => ourId === payment.id)
    return {
      ...payment,
      charge: charge?.status ?? null,
      chargeReference: charge?.ref ?? null,
      onlyByUs: charge?.onlyByUs ?? false,
      processorRefunds: charge?.refunds.length ?? 0,
    }
  })
}

/** True when the product has the same state as the processor. */
export function isResolved(one: PaymentState): boolean {
  if (one.refund !== null)
    return one.processorRefunds > 0 ? one.refund === 'confirmed' : one.refund === 'rejected'
  switch (one.charge) {
    case null:
      return one.payment === 'rejected' || (one.payment === 'error' && one.failure === 'unavailable')
    // An order that waits for its payer's approval.
    case 'input':
      return one.payment === 'input' || (one.onlyByUs && one.payment === 'rejected')
    case 'waiting':
      return one.payment === 'waiting' && one.reference === one.chargeReference
    default:
      return one.payment === one.charge
  }
}

/** Counts the charges and refunds of an invoice at the processor. */
export async function countMovements(
  { company, processor }: World,
  invoiceId: string,
): Promise<{ charges: number; refunds: number }> {
  const { rows } = await company.run((ctx) =>
    sql<{ id: string }>`select payment_id as id from payment_allocations
      where account_id = ${ctx.accountId} and invoice_id = ${invoiceId}`.execute(ctx.db),
  )
  const ids = new Set(rows.map(({ id }) => id))
  const charges = (await processor.readBooks()).filter(
    ({ ourId, captured }) => ourId !== null && ids.has(ourId) && captured > 0n,
  )
  return { charges: charges.length, refunds: charges.flatMap(({ refunds }) => refunds).length }
}
