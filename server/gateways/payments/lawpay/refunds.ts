import {
  type AskedCall,
  type Connection,
  type Outcome,
  type ProcessorRefund,
  type RefundRequest,
  succeeded,
} from '../port.ts'
import { firmKeyOf } from './accounts.ts'
import { refundOf } from './charge-facts.ts'
import { centsOf } from './charging.ts'
import type { LawPayApi } from './lawpay-api.ts'

/** Refunds once for our id, which the refund carries as its reference. */
export async function createRefund(
  api: LawPayApi,
  connection: Connection,
  { ourId, paymentRef, amount }: RefundRequest,
): Promise<Outcome<ProcessorRefund>> {
  const before = await findRefundOf(api, connection, paymentRef, ourId)
  if (!before.ok) return before
  if (before.value) return succeeded(before.value)
  const made = await api.refund(firmKeyOf(connection), paymentRef, {
    amount: centsOf(amount),
    reference: ourId,
  })
  return made.ok ? succeeded(refundOf(made.value)) : made
}

export const findRefund = (
  api: LawPayApi,
  connection: Connection,
  paymentRef: string,
  { ourId }: AskedCall,
): Promise<Outcome<ProcessorRefund | null>> => findRefundOf(api, connection, paymentRef, ourId)

async function findRefundOf(
  api: LawPayApi,
  connection: Connection,
  paymentRef: string,
  reference: string,
): Promise<Outcome<ProcessorRefund | null>> {
  const charge = await api.readCharge(firmKeyOf(connection), paymentRef)
  if (!charge.ok) return charge
  const found = charge.value.refunds.find((refund) => refund.reference === reference)
  return succeeded(found ? refundOf(found) : null)
}
