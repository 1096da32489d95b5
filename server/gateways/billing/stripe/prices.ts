import type Stripe from 'stripe'
import {
  PLAN_CURRENCY,
  PLAN_INTERVAL,
  PLANS,
  type Plan,
  type PlanName,
  planNamed,
} from '../../../../domain/accounts/plans.ts'

const productId = ({ codename }: Plan): string => `quittance_${codename.toLowerCase()}`

/** Names the price with its amount, because Stripe's prices never change: a new amount is a new price. */
const lookupKey = (plan: Plan): string => `${productId(plan)}_${PLAN_INTERVAL}_${plan.amountMinor}`

/** Returns the id of a plan's price at Stripe. */
export type PriceFinder = (plan: PlanName) => Promise<string>

/** Returns a finder that creates a price with its product the first time. */
export function createPriceFinder(client: Stripe): PriceFinder {
  const known = new Map<PlanName, string>()
  return async (codename) => {
    const before = known.get(codename)
    if (before !== undefined) return before
    const plan = planNamed(codename)
    const found = await client.prices.list({ lookup_keys: [lookupKey(plan)], active: true, limit: 1 })
    const id = found.data[0]?.id ?? (await createPrice(client, plan))
    known.set(codename, id)
    return id
  }
}

async function createPrice(client: Stripe, plan: Plan): Promise<string> {
  const product = productId(plan)
  const { data } = await client.products.list({ ids: [product], limit: 1 })
  if (data.length === 0)
    await client.products.create(
      { id: product, name: `Quittance ${plan.name}`, metadata: { plan: plan.codename } },
      { idempotencyKey: `product-${product}` },
    )
  const price = await client.prices.create(
    {
      product,
      currency: PLAN_CURRENCY.toLowerCase(),
      unit_amount: Number(plan.amountMinor), // not money: Stripe takes a whole number of cents
      recurring: { interval: PLAN_INTERVAL },
      lookup_key: lookupKey(plan),
      metadata: { plan: plan.codename },
    },
    { idempotencyKey: `price-${lookupKey(plan)}` },
  )
  return price.id
}

/** Returns the plan of a price; undefined for one that is not of our catalogue. */
export const planOfPrice = ({ lookup_key: key, product }: Stripe.Price): PlanName | undefined =>
  PLANS.find((plan) => lookupKey(plan) === key || productId(plan) === idOf(product))?.codename

export const idOf = (value: string | { id: string }): string => (typeof value === 'string' ? value : value.id)
