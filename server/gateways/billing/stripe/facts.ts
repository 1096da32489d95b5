import type Stripe from 'stripe'
import type { SubscriptionStatus } from '../../../../domain/accounts/subscription.ts'
import type { BillingCard, BillingInvoice, SubscriptionFacts } from '../port.ts'
import { idOf, planOfPrice } from './prices.ts'

const EXPANDED = ['data.default_payment_method', 'data.latest_invoice', 'data.customer']

/** States at Stripe that the product names otherwise. A first payment that never came is none. */
const STATUSES: Readonly<Partial<Record<Stripe.Subscription.Status, SubscriptionStatus>>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  canceled: 'canceled',
  unpaid: 'unpaid',
  paused: 'unpaid',
}

/** Reads the customer's subscription: a running one before one that ended, and the newest of several. */
export async function readSubscription(
  client: Stripe,
  customerRef: string,
): Promise<SubscriptionFacts | null> {
  const { data } = await client.subscriptions.list({
    customer: customerRef,
    status: 'all',
    limit: 20,
    expand: EXPANDED,
  })
  const known = data.filter((one) => STATUSES[one.status] !== undefined && planOf(one) !== undefined)
  const [first] = known.toSorted((one, other) => rank(one) - rank(other) || other.created - one.created)
  return first === undefined ? null : factsOf(client, first)
}

const rank = ({ status }: Stripe.Subscription): number => (status === 'canceled' ? 1 : 0)

const planOf = ({ items }: Stripe.Subscription) => items.data[0] && planOfPrice(items.data[0].price)

async function factsOf(client: Stripe, subscription: Stripe.Subscription): Promise<SubscriptionFacts> {
  const customer = subscription.customer as Stripe.Customer
  const { trial_end: trial, canceled_at: canceled, ended_at: ended } = subscription
  const status = STATUSES[subscription.status]!
  return {
    ref: subscription.id,
    customerRef: customer.id,
    plan: planOf(subscription)!,
    status,
    startedAtMs: subscription.start_date * 1000,
    trialEndsAtMs: status === 'trialing' && trial !== null ? trial * 1000 : null,
    periodEndsAtMs: (subscription.items.data[0]?.current_period_end ?? subscription.created) * 1000,
    endsWithPeriod: subscription.cancel_at_period_end,
    canceledAtMs: status === 'canceled' ? (ended ?? canceled ?? subscription.created) * 1000 : null,
    email: customer.email ?? '',
    card: cardOf(subscription.default_payment_method) ?? (await customersCard(client, customer)),
    unpaid: unpaidOf(subscription.latest_invoice as Stripe.Invoice | null),
  }
}

function unpaidOf(invoice: Stripe.Invoice | null): SubscriptionFacts['unpaid'] {
  if (invoice?.status !== 'open' || invoice.amount_remaining === 0) return null
  return { ref: invoice.id, amountMinor: BigInt(invoice.amount_remaining) }
}

function cardOf(method: string | Stripe.PaymentMethod | null): BillingCard | null {
  if (method === null || typeof method === 'string' || !method.card) return null
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card
  return { brand, last4, expMonth, expYear }
}

/** Reads the card of a customer who changed it on Stripe's page, where the subscription has none of its own. */
async function customersCard(client: Stripe, customer: Stripe.Customer): Promise<BillingCard | null> {
  const method = customer.invoice_settings?.default_payment_method ?? null
  if (method === null) return null
  return cardOf(typeof method === 'string' ? await client.paymentMethods.retrieve(method) : method)
}

const STATES = ['open', 'paid', 'uncollectible', 'void'] as const

export function toInvoice(invoice: Stripe.Invoice): BillingInvoice {
  const { status, total, status_transitions: changes } = invoice
  const { data: lines } = invoice.lines
  const paid = status === 'paid' ? changes.paid_at : null
  const tax = (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  return {
    ref: idOf({ id: invoice.id }),
    number: invoice.number ?? invoice.id,
    status: STATES.find((state) => state === status) ?? 'open',
    description: lines[0]?.description ?? invoice.description ?? '',
    amountMinor: BigInt(total),
    creditMinor: total > invoice.amount_due ? BigInt(total - invoice.amount_due) : 0n,
    taxMinor: tax,
    currency: invoice.currency.toUpperCase(),
    issuedAtMs: invoice.created * 1000,
    paidAtMs: paid === null ? null : paid * 1000,
    period: periodOf(lines),
    lines: linesOf(invoice),
    url: invoice.hosted_invoice_url ?? null,
  }
}

function linesOf({ lines, total_discount_amounts: discounts }: Stripe.Invoice): BillingInvoice['lines'] {
  const discount = (discounts ?? []).reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  return [
    ...lines.data.map(({ description, amount }) => ({
      description: description ?? '',
      amountMinor: BigInt(amount),
    })),
    ...(discount === 0n ? [] : [{ description: 'Discount', amountMinor: -discount }]),
  ]
}

/** The invoice's own period is the one before, in which it was collected, so the lines say for which time is paid. */
function periodOf(lines: readonly Stripe.InvoiceLineItem[]): BillingInvoice['period'] {
  if (lines.length === 0) return null
  const startMs = Math.min(...lines.map(({ period }) => period.start)) * 1000
  const endMs = Math.max(...lines.map(({ period }) => period.end)) * 1000
  return { startMs, endMs }
}
