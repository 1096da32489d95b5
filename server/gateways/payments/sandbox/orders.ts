import { asDate } from '../../../platform/clock.ts'
import { CANCELED } from './behaviours.ts'
import * as books from './books.ts'

/** An order as its payer sees it on the Sandbox's own page. */
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

/** The payer said yes. Nothing is taken before the business captures it. */
export async function approveOrder(opened: books.Books, ref: string): Promise<Order | null> {
  const found = await orderByRef(opened, ref)
  if (!found || statusOf(found) !== 'open') return found && toOrder(found)
  await books.insertEvent(opened, `sbe_${ref}_approved`, 'order.approved', ref)
  return toOrder(await books.changeCharge(opened, found, { approved_at: asDate(opened.now) }))
}

/** The payer said no, or thought better of it before the money was taken. */
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
