import { asDate } from '../../../platform/clock.ts'
import { CANCELED } from './behaviors.ts'
import * as books from './books.ts'

/** An order as shown to its payer on the Sandbox's page. */
export interface Order {
  readonly amountMinor: bigint
  readonly currency: string
  readonly description: string
  readonly status: 'open' | 'approved' | 'canceled' | 'paid'
}

export async function readOrder(opened: books.Books, ref: string): Promise<Order | null> {
  const found = await orderByRef(opened, ref)
  return found && toOrder(found)
}

/** Approves an order. Nothing is charged before the business captures it. */
export async function approveOrder(opened: books.Books, ref: string): Promise<Order | null> {
  const found = await orderByRef(opened, ref)
  if (!found || statusOf(found) !== 'open') return found && toOrder(found)
  await books.insertEvent(opened, `sbe_${ref}_approved`, 'order.approved', ref)
  return toOrder(await books.changeCharge(opened, found, { approved_at: asDate(opened.now) }))
}

/** Cancels an order that has not been captured. */
export async function cancelOrder(opened: books.Books, ref: string): Promise<Order | null> {
  const found = await orderByRef(opened, ref)
  if (found?.status !== 'input') return found && toOrder(found)
  await books.insertEvent(opened, `sbe_${ref}_canceled`, 'order.canceled', ref)
  const change = { status: 'rejected' as const, reason: JSON.stringify(CANCELED) }
  return toOrder(await books.changeCharge(opened, found, change))
}

async function orderByRef(opened: books.Books, ref: string): Promise<books.Charge | null> {
  const found = await books.chargeByRef(opened, ref)
  return found?.type === 'paypal' ? found : null
}

const toOrder = (charge: books.Charge): Order => ({
  amountMinor: charge.amount_minor,
  currency: charge.currency,
  description: charge.description,
  status: statusOf(charge),
})

function statusOf(charge: books.Charge): Order['status'] {
  if (charge.status === 'rejected') return 'canceled'
  if (charge.status !== 'input') return 'paid'
  return charge.approved_at === null ? 'open' : 'approved'
}
