import type { Business } from '../state/business.ts'
import { newId } from '../state/ids.ts'
import type { Capture, Funding, Order, WireMoney } from '../state/wire-types.ts'
import type { World } from '../state/world.ts'
import { PayPalError } from '../wire/paypal-error.ts'
import { minorOf, moneyOf } from './amounts.ts'

/** Payer's choices: the source of the money, and whether the account may be stored. */
export interface Choice {
  readonly funding: Funding
  readonly store: boolean
}

/** The payer approves an order on PayPal's page. Nothing is charged. */
export function approveOrder(world: World, business: Business, order: Order, funding: Funding): void {
  if (order.status !== 'CREATED' && order.status !== 'PAYER_ACTION_REQUIRED') return
  const before = business.choices.get(order.id)
  business.choices.set(order.id, { funding, store: before?.store ?? false })
  order.status = 'APPROVED'
  order.update_time = world.now
  order.payment_source = { paypal: { email_address: 'payer@example.com', account_id: 'PAYERACCOUNT7' } }
  world.emit(business, 'CHECKOUT.ORDER.APPROVED', 'checkout-order', order)
}

/** Takes the money of an approved order, once. */
export function captureOrder(world: World, business: Business, order: Order): void {
  if (order.intent !== 'CAPTURE') throw new PayPalError(422, 'ACTION_DOES_NOT_MATCH_INTENT')
  if (order.status === 'COMPLETED') throw new PayPalError(422, 'ORDER_ALREADY_CAPTURED')
  const choice = business.choices.get(order.id)
  if (order.status !== 'APPROVED' || !choice) throw new PayPalError(422, 'ORDER_NOT_APPROVED')
  takeMoney(world, business, order, choice)
}

/** Refuses a declined source, and a second payment of the same invoice id. */
export function takeMoney(world: World, business: Business, order: Order, { funding, store }: Choice): void {
  const unit = order.purchase_units[0]!
  if (funding === 'declined') throw new PayPalError(422, 'INSTRUMENT_DECLINED')
  const isDuplicate = [...business.captures.values()].some(
    ({ invoice_id, status }) =>
      invoice_id !== undefined && invoice_id === unit.invoice_id && status !== 'DECLINED',
  )
  if (isDuplicate) throw new PayPalError(422, 'DUPLICATE_INVOICE_ID')
  const pending = funding === 'balance' ? null : funding === 'bank' ? 'ECHECK' : 'PENDING_REVIEW'
  const id = newId()
  const capture: Capture = {
    id,
    status: pending === null ? 'COMPLETED' : 'PENDING',
    ...(pending !== null && { status_details: { reason: pending } }),
    amount: unit.amount,
    ...(unit.invoice_id !== undefined && { invoice_id: unit.invoice_id }),
    ...(unit.custom_id !== undefined && { custom_id: unit.custom_id }),
    final_capture: true,
    seller_receivable_breakdown: breakdownOf(unit.amount),
    seller_protection: { status: 'ELIGIBLE' },
    supplementary_data: { related_ids: { order_id: order.id } },
    payee: { merchant_id: business.merchantId },
    create_time: world.now,
    update_time: world.now,
    links: [
      { href: `${world.origin}/v2/payments/captures/${id}`, rel: 'self', method: 'GET' },
      { href: `${world.origin}/v2/payments/captures/${id}/refund`, rel: 'refund', method: 'POST' },
      { href: `${world.origin}/v2/checkout/orders/${order.id}`, rel: 'up', method: 'GET' },
    ],
  }
  business.captures.set(id, capture)
  unit.payments = { captures: [capture] }
  order.status = 'COMPLETED'
  order.update_time = world.now
  if (store) storeAccount(business, order, funding)
  world.emit(business, `PAYMENT.CAPTURE.${capture.status}`, 'capture', capture)
}

function storeAccount(business: Business, order: Order, funding: Funding): void {
  const token = { id: newId(16).toLowerCase(), customerId: newId(10), funding }
  business.tokens.set(token.id, token)
  order.payment_source = {
    paypal: {
      ...order.payment_source?.paypal,
      attributes: { vault: { id: token.id, status: 'VAULTED', customer: { id: token.customerId } } },
    },
  }
}

/** PayPal's fee of 3.49 percent and 49 cents, and no more than the payment. */
function breakdownOf(amount: WireMoney): Capture['seller_receivable_breakdown'] {
  const gross = minorOf(amount)
  const wanted = (gross * 349n) / 10_000n + 49n
  const fee = wanted < gross ? wanted : gross
  const { currency_code: currency } = amount
  return {
    gross_amount: amount,
    paypal_fee: moneyOf(fee, currency),
    net_amount: moneyOf(gross - fee, currency),
  }
}
