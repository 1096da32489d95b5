import type Stripe from 'stripe'
import type { ChangePreview, PlanChange } from '../port.ts'

/** Asks Stripe what a change costs at its instant. In a trial it costs nothing. */
export async function previewChange(
  client: Stripe,
  { subscriptionRef, atMs }: PlanChange,
  price: string,
): Promise<ChangePreview> {
  const subscription = await client.subscriptions.retrieve(subscriptionRef)
  const [item] = subscription.items.data
  const { unit_amount: amount } = await client.prices.retrieve(price)
  const next = { nextMinor: BigInt(amount ?? 0), nextAtMs: (item?.current_period_end ?? 0) * 1000 }
  if (item === undefined || subscription.status === 'trialing')
    return { dueMinor: 0n, creditMinor: 0n, ...next }
  const preview = await client.invoices.createPreview(
    {
      subscription: subscriptionRef,
      subscription_details: {
        items: [{ id: item.id, price }],
        proration_behavior: 'always_invoice',
        proration_date: Math.floor(atMs / 1000), // not money: an instant
      },
    },
    { idempotencyKey: `preview-${subscriptionRef}-${price}-${atMs}` },
  )
  const credit = preview.total < 0 ? BigInt(-preview.total) : 0n
  return {
    dueMinor: BigInt(preview.amount_due),
    creditMinor: credit,
    nextMinor: next.nextMinor > credit ? next.nextMinor - credit : 0n,
    nextAtMs: next.nextAtMs,
  }
}
