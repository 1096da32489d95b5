import { addMonths, prorate } from '../../../domain/accounts/proration.ts'
import type { AccountState } from '../state/account-state.ts'
import type { World } from '../state/world.ts'
import { StripeError } from '../wire/stripe-error.ts'
import type { CheckoutSession, Invoice, Price, Subscription } from './billing-types.ts'
import { buildInvoice, type InvoiceLine } from './build-invoice.ts'
import { buildSubscription } from './build-subscription.ts'

const DAY_MS = 86_400_000
/** Days between the tries of a refused charge; after the last one the subscription is unpaid. */
const RETRY_DAYS = [3, 5, 7]

interface Shop {
  readonly world: World
  readonly state: AccountState
}

export const itemOf = ({ items }: Subscription) => items.data[0]

/** Credit of a customer in cents. */
const creditOf = ({ state }: Shop, customer: string): number =>
  -(state.get('cus', customer, 'customer').balance as number)

function setCredit({ state }: Shop, customer: string, credit: number): void {
  state.get('cus', customer, 'customer').balance = credit === 0 ? 0 : -credit
}

/** Begins the subscription of a checkout. Throws a card error when the first charge is refused. */
export function beginSubscription(shop: Shop, session: CheckoutSession, method: string): Subscription {
  const { world, state } = shop
  const price = state.get('price', session.price, 'price')
  const periodEnd = session.trialEnd ?? Math.floor(addMonths(world.nowMs, 1) / 1000)
  const subscription = buildSubscription(world, session, { price, method, periodEnd })
  if (session.trialEnd === null) checkCard(shop, subscription)
  state.add('sub', subscription)
  world.emit(state, 'customer.subscription.created', subscription)
  if (session.trialEnd === null) bill(shop, subscription, [monthOf(price)])
  planNext(shop, subscription)
  return subscription
}

const monthOf = (price: Price): InvoiceLine => ({ description: '1 × one month', amount: price.unit_amount })

function cardErrorOf({ state }: Shop, subscription: Subscription): StripeError | null {
  const customer = state.get('cus', subscription.customer, 'customer')
  const settings = customer.invoice_settings as { default_payment_method: string | null }
  const method = subscription.default_payment_method ?? settings.default_payment_method
  const decline = method === null ? undefined : state.instruments.get(method)?.decline
  return decline === undefined ? null : new StripeError(402, { ...decline, type: 'card_error' })
}

export function checkCard(shop: Shop, subscription: Subscription): void {
  const error = cardErrorOf(shop, subscription)
  if (error !== null) throw error
}

/** Writes an invoice and charges the card for it. */
export function bill(shop: Shop, subscription: Subscription, lines: readonly InvoiceLine[]): Invoice {
  const { world, state } = shop
  const credit = creditOf(shop, subscription.customer)
  const number = state.all('in').length + 1
  const invoice = state.add('in', buildInvoice(world, subscription, { lines, credit, number }))
  setCredit(shop, subscription.customer, Math.max(0, credit - invoice.total))
  subscription.latest_invoice = invoice.id
  world.emit(state, 'invoice.created', invoice)
  if (invoice.amount_due === 0 || cardErrorOf(shop, subscription) === null)
    settle(shop, subscription, invoice)
  else refuse(shop, subscription, invoice)
  return invoice
}

/** Marks an invoice as paid; the subscription recovers. */
export function settle({ world, state }: Shop, subscription: Subscription, invoice: Invoice): void {
  invoice.status = 'paid'
  invoice.status_transitions = { ...(invoice.status_transitions as object), paid_at: world.now }
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  world.emit(state, 'invoice.paid', invoice)
  if (subscription.status !== 'past_due' && subscription.status !== 'unpaid') return
  subscription.status = 'active'
  world.emit(state, 'customer.subscription.updated', subscription)
}

function refuse(shop: Shop, subscription: Subscription, invoice: Invoice): void {
  const { world, state } = shop
  const days = RETRY_DAYS[invoice.attempt_count++]
  const before = subscription.status
  subscription.status = days === undefined ? 'unpaid' : 'past_due'
  world.emit(state, 'invoice.payment_failed', invoice)
  if (subscription.status !== before) world.emit(state, 'customer.subscription.updated', subscription)
  if (days === undefined) return
  world.schedule(days * DAY_MS, () => {
    if (invoice.status !== 'open' || subscription.status === 'canceled') return
    if (cardErrorOf(shop, subscription) === null) settle(shop, subscription, invoice)
    else refuse(shop, subscription, invoice)
  })
}

function planNext(shop: Shop, subscription: Subscription): void {
  const { world } = shop
  const end = itemOf(subscription).current_period_end
  world.schedule(Math.max(0, end * 1000 - world.nowMs), () => endPeriod(shop, subscription, end))
}

function endPeriod(shop: Shop, subscription: Subscription, end: number): void {
  const { world, state } = shop
  const item = itemOf(subscription)
  if (subscription.status === 'canceled' || item.current_period_end !== end) return
  if (subscription.cancel_at_period_end) {
    subscription.status = 'canceled'
    subscription.ended_at = end
    world.emit(state, 'customer.subscription.deleted', subscription)
    return
  }
  if (subscription.status === 'trialing') subscription.status = 'active'
  item.current_period_start = end
  item.current_period_end = Math.floor(addMonths(end * 1000, 1) / 1000)
  bill(shop, subscription, [monthOf(item.price)])
  world.emit(state, 'customer.subscription.updated', subscription)
  planNext(shop, subscription)
}

/** Returns the lines of a change of price at an instant: the new price's rest of the month, less the old one's. */
export function linesOfChange(subscription: Subscription, to: Price, at: number): InvoiceLine[] {
  const { price, current_period_start: startS, current_period_end: endS } = itemOf(subscription)
  const shares = prorate(BigInt(price.unit_amount), BigInt(to.unit_amount), { startS, endS }, at)
  return [
    { description: `Remaining time after the change`, amount: Number(shares.chargeMinor) },
    { description: `Unused time before the change`, amount: -Number(shares.creditMinor) },
  ]
}
