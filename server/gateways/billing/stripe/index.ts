import type Stripe from 'stripe'
import type { StripeBillingSettings } from '../../../platform/processors/billing-settings.ts'
import { createStripeClient } from '../../payments/stripe/client.ts'
import { type BillingProvider, billed, type CheckoutRequest, type PlanChange, unbilled } from '../port.ts'
import { callBilling } from './call-billing.ts'
import { readBillingEvent } from './event.ts'
import { readSubscription, toInvoice } from './facts.ts'
import { keepNewestCheckout } from './keep-newest-checkout.ts'
import { previewChange } from './preview-change.ts'
import { createPriceFinder, type PriceFinder } from './prices.ts'

const INVOICES_SHOWN = 100

/** Sells Quittance's plans through Stripe Billing. Cards are entered on Stripe's own pages. */
export function createStripeBilling(settings: StripeBillingSettings): BillingProvider {
  const client = createStripeClient(settings)
  const priceOf = createPriceFinder(client)
  return {
    id: 'stripe',
    name: 'Stripe',
    live: /^(sk|rk)_live_/.test(settings.secretKey),
    createCustomer: ({ accountId, name, email }, key) =>
      callBilling(async () => {
        const customer = await client.customers.create(
          { name, email, metadata: { account_id: accountId } },
          { idempotencyKey: key },
        )
        return customer.id
      }),
    checkout: (request, key) => callBilling(() => openCheckout(client, priceOf, request, key)),
    portal: ({ customerRef, returnUrl }, key) =>
      callBilling(async () => {
        const session = await client.billingPortal.sessions.create(
          { customer: customerRef, return_url: returnUrl },
          { idempotencyKey: key },
        )
        return { url: session.url }
      }),
    read: ({ customerRef }) => callBilling(() => readSubscription(client, customerRef)),
    listInvoices: ({ customerRef }) =>
      callBilling(async () => {
        const page = await client.invoices.list({ customer: customerRef, limit: INVOICES_SHOWN })
        return page.data.filter(({ status }) => status !== 'draft').map(toInvoice)
      }),
    preview: (_, change) =>
      callBilling(async () => previewChange(client, change, await priceOf(change.plan))),
    change: (_, change, key) => callBilling(async () => changePlan(client, priceOf, change, key)),
    setEnding: (_, ref, ends, key) =>
      callBilling(async () => {
        await client.subscriptions.update(ref, { cancel_at_period_end: ends }, { idempotencyKey: key })
        return null
      }),
    payInvoice: async (_, ref, key) => {
      const paid = await callBilling(() => client.invoices.pay(ref, {}, { idempotencyKey: key }))
      if (!paid.ok) return paid
      return paid.value.status === 'paid'
        ? billed(null)
        : unbilled({ kind: 'declined', code: 'open', userMessage: 'The card on file was declined.' })
    },
    readEvent: (request) => readBillingEvent(client, settings.webhookSecret, request),
  }
}

/** The customer enters the card on Stripe's page, also in a trial, so that the first month is paid by itself. */
async function openCheckout(
  client: Stripe,
  priceOf: PriceFinder,
  request: CheckoutRequest,
  key: string,
): Promise<{ url: string }> {
  const metadata = { account_id: request.accountId }
  const { trialEndsAtMs } = request
  const session = await client.checkout.sessions.create(
    {
      mode: 'subscription',
      customer: request.customerRef,
      client_reference_id: request.accountId,
      line_items: [{ price: await priceOf(request.plan), quantity: 1 }],
      payment_method_collection: 'always',
      success_url: request.returnUrl,
      cancel_url: request.cancelUrl,
      metadata,
      subscription_data: {
        metadata,
        ...(trialEndsAtMs !== null && {
          trial_end: Math.floor(trialEndsAtMs / 1000), // not money: an instant
        }),
      },
    },
    { idempotencyKey: key },
  )
  const kept = await keepNewestCheckout(client, session)
  return { url: kept.url ?? request.cancelUrl }
}

/** A refused charge leaves the plan as it was. */
async function changePlan(
  client: Stripe,
  priceOf: PriceFinder,
  { subscriptionRef, plan, atMs }: PlanChange,
  key: string,
): Promise<null> {
  const subscription = await client.subscriptions.retrieve(subscriptionRef)
  const price = await priceOf(plan)
  const [item] = subscription.items.data
  if (item === undefined || item.price.id === price) return null
  await client.subscriptions.update(
    subscriptionRef,
    {
      items: [{ id: item.id, price }],
      ...(subscription.status !== 'trialing' && {
        proration_date: Math.floor(atMs / 1000), // not money: an instant
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
      }),
    },
    { idempotencyKey: key },
  )
  return null
}
