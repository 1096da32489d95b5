import { z } from 'zod'
import { formatAmount } from '../../../../domain/money/money.ts'
import {
  type Connection,
  type CreateRequest,
  failed,
  type Money,
  type Outcome,
  type ProcessorError,
  type ProcessorPayment,
  succeeded,
} from '../port.ts'
import type { PayPalClient } from './client.ts'
import { customIdOf } from './custom-id.ts'
import { declineText } from './decline-texts.ts'
import { isQuestioned, readDispute } from './disputes.ts'
import { CANCELED, captureOf, paymentOf } from './payment-facts.ts'
import { captureShape, orderOfCapture, orderShape, type WireOrder } from './wire.ts'

/** Begins the reference of an event or a list that names only a capture. */
export const CAPTURE_PREFIX = 'capture:'
/** The same of an event about a dispute, which is read too, as a capture doesn't tell of one that is decided. */
export const DISPUTED_PREFIX = 'disputed:'

export const moneyOf = ({ minor, currency }: Money) => ({
  currency_code: currency,
  value: formatAmount(minor, currency),
})

/** Texts at PayPal have at most 127 characters. */
const short = (text: string): string => Array.from(text).slice(0, 120).join('')

/** Reads an order with its dispute. `ref` may also name a capture, whose order is looked up first. */
export async function readOrder(
  client: PayPalClient,
  connection: Connection,
  ref: string,
): Promise<Outcome<ProcessorPayment>> {
  const prefix = [CAPTURE_PREFIX, DISPUTED_PREFIX].find((one) => ref.startsWith(one))
  const id =
    prefix === undefined
      ? succeeded(ref)
      : await orderIdOfCapture(client, connection, ref.slice(prefix.length))
  if (!id.ok) return id
  const order = await client.call(connection, {
    method: 'GET',
    path: `/v2/checkout/orders/${encodeURIComponent(id.value)}`,
    kind: 'read',
    shape: orderShape,
  })
  return order.ok ? withDispute(client, connection, order.value, prefix === DISPUTED_PREFIX) : order
}

/** `isAsked`: the dispute is read whatever the capture tells of it. */
async function withDispute(
  client: PayPalClient,
  connection: Connection,
  order: WireOrder,
  isAsked: boolean,
): Promise<Outcome<ProcessorPayment>> {
  const capture = captureOf(order)
  const dispute =
    capture && (isAsked || isQuestioned(capture))
      ? await readDispute(client, connection, capture.id)
      : succeeded(null)
  return dispute.ok ? succeeded(paymentOf(connection, order, dispute.value)) : dispute
}

async function orderIdOfCapture(
  client: PayPalClient,
  connection: Connection,
  captureId: string,
): Promise<Outcome<string>> {
  const capture = await client.call(connection, {
    method: 'GET',
    path: `/v2/payments/captures/${encodeURIComponent(captureId)}`,
    kind: 'read',
    shape: captureShape,
  })
  if (!capture.ok) return capture
  const id = orderOfCapture(capture.value)
  return id === undefined ? failed({ kind: 'not_found', code: 'no_order', raw: null }) : succeeded(id)
}

/**
 * Creates an order, which takes no money before its payer approved it and we capture it. A stored account is charged at once,
 * since it was approved when it was stored.
 */
export async function createOrder(
  client: PayPalClient,
  connection: Connection,
  request: CreateRequest,
  key: string,
): Promise<Outcome<ProcessorPayment>> {
  if (request.method.kind === 'fields') return failed({ kind: 'unsupported', code: 'no_fields', raw: null })
  const { invoice, ourId } = request
  const recipient = connection.credentials?.publishableKey ? null : connection.remoteId
  const order = await client.call(connection, {
    method: 'POST',
    path: '/v2/checkout/orders',
    kind: 'write',
    key,
    body: {
      intent: 'CAPTURE',
      purchase_units: [
        {
          custom_id: customIdOf(connection.accountId, ourId),
          // PayPal refuses a second payment of the same invoice id, and one invoice may be paid in parts.
          invoice_id: `${short(invoice.number).slice(0, 100)} ${ourId.slice(-12)}`,
          description: short(`Invoice ${invoice.number}`),
          amount: moneyOf(request.amount),
          ...(recipient && { payee: { merchant_id: recipient } }),
        },
      ],
      payment_source: { paypal: sourceOf(client, request) },
    },
    shape: orderShape,
  })
  if (order.ok) return succeeded(paymentOf(connection, order.value))
  const { error } = order
  return failed(request.method.kind === 'stored' && error.kind === 'not_found' ? goneMethod(error) : error)
}

/** The account was removed at PayPal: nothing was charged, and another try changes nothing. */
const goneMethod = (error: ProcessorError): ProcessorError => ({
  ...error,
  kind: 'declined',
  userMessage: declineText('TOKEN_ID_NOT_FOUND'),
})

function sourceOf({ settings }: PayPalClient, { method, storeMethod }: CreateRequest): object {
  if (method.kind === 'stored') return { vault_id: method.token }
  return {
    experience_context: {
      shipping_preference: 'NO_SHIPPING',
      user_action: 'PAY_NOW',
      return_url: settings.appOrigin,
      cancel_url: settings.appOrigin,
    },
    ...(storeMethod && {
      attributes: { vault: { store_in_vault: 'ON_SUCCESS', usage_type: 'MERCHANT' } },
    }),
  }
}

/**
 * Captures an order that its payer approved. wrong_state: it is not approved, or was captured before, which the caller looks
 * up.
 */
export async function captureOrder(
  client: PayPalClient,
  connection: Connection,
  ref: string,
  key: string,
): Promise<Outcome<ProcessorPayment>> {
  const order = await client.call(connection, {
    method: 'POST',
    path: `/v2/checkout/orders/${encodeURIComponent(ref)}/capture`,
    kind: 'write',
    key,
    body: {},
    shape: orderShape,
  })
  return order.ok ? succeeded(paymentOf(connection, order.value)) : order
}

/**
 * Makes an order that took no money one that can't be captured. PayPal has no call that cancels an order: it is changed into one
 * that is only authorized, which a capture under way is refused for. Only we capture, and PayPal forgets the order after
 * some hours.
 */
export async function voidOrder(
  client: PayPalClient,
  connection: Connection,
  ref: string,
): Promise<Outcome<ProcessorPayment>> {
  const before = await readOrder(client, connection, ref)
  if (!before.ok || before.value.status !== 'input') return before
  const changed = await client.call(connection, {
    method: 'PATCH',
    path: `/v2/checkout/orders/${encodeURIComponent(ref)}`,
    kind: 'write',
    json: JSON.stringify([{ op: 'replace', path: '/intent', value: 'AUTHORIZE' }]),
    shape: z.unknown(),
  })
  if (!changed.ok && changed.error.kind !== 'wrong_state') return changed
  const after = await readOrder(client, connection, ref)
  if (!after.ok || after.value.status !== 'input' || changed.ok) return after
  // PayPal doesn't let it be changed. Nobody but us could capture it, and we do so no more.
  return succeeded({ ...after.value, status: 'rejected', next: null, reason: CANCELED })
}
