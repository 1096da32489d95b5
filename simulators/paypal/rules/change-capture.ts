import type { Business } from '../state/business.ts'
import { newId } from '../state/ids.ts'
import type { Capture, Order, Refund } from '../state/wire-types.ts'
import type { World } from '../state/world.ts'
import { PayPalError } from '../wire/paypal-error.ts'
import { minorOf, moneyOf } from './amounts.ts'

const orderOf = (business: Business, capture: Capture): Order =>
  business.orders.get(capture.supplementary_data.related_ids.order_id)!

export const refundedMinor = (business: Business, capture: Capture): bigint =>
  (orderOf(business, capture).purchase_units[0]!.payments?.refunds ?? [])
    .filter(({ status }) => status !== 'FAILED' && status !== 'CANCELLED')
    .reduce((sum, { amount }) => sum + minorOf(amount), 0n)

/** The payer's bank paid, or did not; or PayPal finished its review. */
export function settlePending(
  world: World,
  business: Business,
  capture: Capture,
  outcome: 'COMPLETED' | 'DENIED',
): void {
  if (capture.status !== 'PENDING') throw new Error(`The capture ${capture.id} is ${capture.status}.`)
  capture.status = outcome === 'COMPLETED' ? 'COMPLETED' : 'DECLINED'
  delete capture.status_details
  capture.update_time = world.now
  world.emit(business, `PAYMENT.CAPTURE.${outcome}`, 'capture', capture)
}

/** Refunds a part of a capture, or all that is left of it. */
export function refundCapture(
  world: World,
  business: Business,
  capture: Capture,
  given: { minor: bigint | null; customId?: string | undefined; note?: string | undefined },
): Refund {
  if (capture.status === 'PENDING') throw new PayPalError(422, 'PENDING_CAPTURE')
  if (capture.status === 'REFUNDED') throw new PayPalError(422, 'CAPTURE_FULLY_REFUNDED')
  if (capture.status_details?.reason === 'CHARGEBACK')
    throw new PayPalError(422, 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK')
  if (capture.status === 'DECLINED' || capture.status === 'FAILED')
    throw new PayPalError(422, 'REFUND_NOT_ALLOWED')
  const left = minorOf(capture.amount) - refundedMinor(business, capture)
  const minor = given.minor ?? left
  if (minor > left) throw new PayPalError(422, 'REFUND_AMOUNT_EXCEEDED')
  const refund = newRefund(world, business, capture, minor, given)
  capture.status = minor === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  capture.update_time = world.now
  world.emit(business, 'PAYMENT.CAPTURE.REFUNDED', 'refund', refund)
  return refund
}

export function newRefund(
  world: World,
  business: Business,
  capture: Capture,
  minor: bigint,
  given: { customId?: string | undefined; note?: string | undefined },
  isListed = true,
): Refund {
  const id = newId()
  const refund: Refund = {
    id,
    status: 'COMPLETED',
    amount: moneyOf(minor, capture.amount.currency_code),
    ...(given.customId !== undefined && { custom_id: given.customId }),
    ...(given.note !== undefined && { note_to_payer: given.note }),
    create_time: world.now,
    update_time: world.now,
    links: [
      { href: `${world.origin}/v2/payments/refunds/${id}`, rel: 'self', method: 'GET' },
      { href: `${world.origin}/v2/payments/captures/${capture.id}`, rel: 'up', method: 'GET' },
    ],
  }
  business.refunds.set(id, refund)
  const { payments } = orderOf(business, capture).purchase_units[0]!
  if (isListed) payments!.refunds = [...(payments!.refunds ?? []), refund]
  return refund
}
