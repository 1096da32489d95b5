import {
  type AskedCall,
  type Connection,
  failed,
  type Outcome,
  type ProcessorRefund,
  type RefundRequest,
  succeeded,
} from '../port.ts'
import type { PayPalClient } from './client.ts'
import { customIdOf, readCustomId } from './custom-id.ts'
import { moneyOf } from './orders.ts'
import { captureOf } from './payment-facts.ts'
import { orderShape, refundShape, type WireOrder, type WireRefund } from './wire.ts'

const MAX_NOTE = 255

const readWireOrder = (
  client: PayPalClient,
  connection: Connection,
  ref: string,
): Promise<Outcome<WireOrder>> =>
  client.call(connection, {
    method: 'GET',
    path: `/v2/checkout/orders/${encodeURIComponent(ref)}`,
    kind: 'read',
    shape: orderShape,
  })

export async function createRefund(
  client: PayPalClient,
  connection: Connection,
  request: RefundRequest,
  key: string,
): Promise<Outcome<ProcessorRefund>> {
  const order = await readWireOrder(client, connection, request.paymentRef)
  if (!order.ok) return order
  const capture = captureOf(order.value)
  if (capture === null) return failed({ kind: 'wrong_state', code: 'not_captured', raw: null })
  const note = Array.from(request.reason).slice(0, MAX_NOTE).join('')
  const made = await client.call(connection, {
    method: 'POST',
    path: `/v2/payments/captures/${encodeURIComponent(capture.id)}/refund`,
    kind: 'write',
    key,
    body: {
      amount: moneyOf(request.amount),
      custom_id: customIdOf(connection.accountId, request.ourId),
      ...(note !== '' && { note_to_payer: note }),
    },
    shape: refundShape,
  })
  return made.ok ? succeeded(refundOf(connection, request.paymentRef, made.value)) : made
}

/** Finds a refund whose answer was lost, by our id. */
export async function findRefund(
  client: PayPalClient,
  connection: Connection,
  paymentRef: string,
  { ourId }: AskedCall,
): Promise<Outcome<ProcessorRefund | null>> {
  const order = await readWireOrder(client, connection, paymentRef)
  if (!order.ok) return order
  const refunds = order.value.purchase_units[0]!.payments?.refunds ?? []
  const found = refunds.find(({ custom_id: id }) => readCustomId(id, connection.accountId) === ourId)
  return succeeded(found ? refundOf(connection, paymentRef, found) : null)
}

export const refundOf = (
  connection: Connection,
  paymentRef: string,
  { id, status, amount, custom_id }: WireRefund,
): ProcessorRefund => {
  const rejected = status === 'FAILED' || status === 'CANCELLED'
  return {
    refundRef: id,
    paymentRef,
    ourId: readCustomId(custom_id, connection.accountId),
    status: status === 'COMPLETED' ? 'confirmed' : rejected ? 'rejected' : 'waiting',
    amount,
    message: rejected ? 'PayPal did not make this refund.' : null,
  }
}
