import {
  type AskedCall,
  type Connection,
  failed,
  type Outcome,
  type ProcessorRefund,
  type RefundRequest,
  succeeded,
} from '../port.ts'
import { chargeShape, checkShape, type QuickBooksRefund, refundShape } from './answer-shapes.ts'
import type { PaymentsClient } from './call-payments.ts'
import { amountText, CURRENCY, describeFor, isCheck, pathOf, refundOf } from './payment-facts.ts'

/** Refunds a part of a charge or an e-check. QuickBooks cancels instead of refunding where the batch is still open. */
export async function createRefund(
  call: PaymentsClient,
  connection: Connection,
  { ourId, paymentRef, amount }: RefundRequest,
  key: string,
): Promise<Outcome<ProcessorRefund>> {
  const made = await call(connection, {
    method: 'POST',
    path: `${pathOf(paymentRef)}/refunds`,
    requestId: key,
    body: { amount: amountText(amount), description: describeFor('Refund', ourId) },
    answer: refundShape,
  })
  if (made.ok) return succeeded(refundOf(made.value, paymentRef, amount.currency))
  // The only invalid value can be the amount, which is more than what is left.
  return made.error.kind === 'invalid' ? failed({ ...made.error, kind: 'wrong_state' }) : made
}

/** Finds a refund whose answer was lost, by our id in its description. */
export async function findRefund(
  call: PaymentsClient,
  connection: Connection,
  paymentRef: string,
  { ourId }: AskedCall,
): Promise<Outcome<ProcessorRefund | null>> {
  const read = await readRefunds(call, connection, paymentRef)
  if (!read.ok) return read
  const { refunds, currency } = read.value
  const found = refunds
    .map((one) => refundOf(one, paymentRef, currency))
    .find((refund) => refund.ourId === ourId)
  return succeeded(found ?? null)
}

interface Refunds {
  readonly refunds: readonly QuickBooksRefund[]
  readonly currency: string
}

async function readRefunds(
  call: PaymentsClient,
  connection: Connection,
  ref: string,
): Promise<Outcome<Refunds>> {
  const path = pathOf(ref)
  if (isCheck(ref)) {
    const check = await call(connection, { method: 'GET', path, answer: checkShape })
    return check.ok ? succeeded({ refunds: check.value.refundDetail ?? [], currency: CURRENCY }) : check
  }
  const charge = await call(connection, { method: 'GET', path, answer: chargeShape })
  if (!charge.ok) return charge
  return succeeded({ refunds: charge.value.refundDetail ?? [], currency: charge.value.currency })
}
