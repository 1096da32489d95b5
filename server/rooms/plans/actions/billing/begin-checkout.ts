import { type PlanName, planById, plansFor } from '../../../../../domain/accounts/plans.ts'
import { HOUR_MS } from '../../../../../domain/dates/durations.ts'
import type { BillingProvider } from '../../../../gateways/billing/port.ts'
import { type Ctx, nextId, type UnitOfWork } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { insertCustomer, selectSubscription } from '../../store/subscriptions.ts'
import { readGroup } from '../catalogue/read-group.ts'
import { sellerOf, unwrap } from './find-seller.ts'
import { refreshBilling } from './refresh-billing.ts'
import { hasSubscription } from './show-billing.ts'

/** A shorter trial is not worth a delay, and Stripe refuses one that ends within two days. */
const SHORTEST_TRIAL_MS = 49 * HOUR_MS

/**
 * Returns the page on which the subscription to a plan begins. The trial that is left is kept. Refuses billing_refused while
 * a subscription runs, and beside `plan` one that the account may not choose.
 */
export async function beginCheckout(uow: UnitOfWork, planId: string): Promise<{ url: string }> {
  const seller = sellerOf(uow.app)
  // A subscription that began on an earlier page may not have been notified yet.
  await refreshBilling(uow)
  const { plan, trialEndsAtMs, key } = await uow.transaction(async (ctx) => ({
    plan: await chooseNewPlan(ctx, planId),
    trialEndsAtMs: await trialToKeep(ctx),
    key: `checkout-${nextId(ctx)}`,
  }))
  const customerRef = await ensureCustomer(uow, seller)
  const { appOrigin } = uow.app.config
  const request = {
    ...{ accountId: uow.accountId, customerRef, plan, trialEndsAtMs },
    returnUrl: `${appOrigin}/settings/plan-billing?returned=true`,
    cancelUrl: `${appOrigin}/settings/plan-billing`,
  }
  return unwrap(uow.app, await seller.checkout(request, key))
}

/** Returns a plan by its id. Refuses invalid_input for one that the account's group may not choose. */
export async function choosePlan(ctx: Ctx, planId: string): Promise<PlanName> {
  const plan = planById(planId)
  if (plan === undefined || !plansFor(await readGroup(ctx)).includes(plan))
    throw refuseFields({ plan: ['Choose one of the plans for your company.'] })
  return plan.codename
}

/** Like choosePlan, for an account without a running subscription. */
export async function chooseNewPlan(ctx: Ctx, planId: string): Promise<PlanName> {
  const { canceledAtMs } = await readAccountRow(ctx)
  if (hasSubscription(await selectSubscription(ctx), canceledAtMs)) throw refuse('billing_refused')
  return choosePlan(ctx, planId)
}

export async function trialToKeep(ctx: Ctx): Promise<number | null> {
  const { subscription, billing } = await readAccountRow(ctx)
  const { status, trialEndsAtMs } = subscription
  const isKept = status === 'trialing' && billing === null && trialEndsAtMs !== null
  return isKept && trialEndsAtMs - ctx.now > SHORTEST_TRIAL_MS ? trialEndsAtMs : null
}

/** Returns the account's customer at the seller, and creates it the first time. */
async function ensureCustomer(uow: UnitOfWork, seller: BillingProvider): Promise<string> {
  const { known, name, email } = await uow.transaction(async (ctx) => {
    const { company } = await readAccountRow(ctx)
    const email = company.email || (ctx.actor.kind === 'staff' ? ctx.actor.email : '')
    return { known: await selectSubscription(ctx), name: company.name, email }
  })
  if (known !== null) return known.customer_ref
  const { accountId } = uow
  const made = unwrap(
    uow.app,
    await seller.createCustomer({ accountId, name, email }, `customer-${accountId}`),
  )
  return uow.transaction(async (ctx) => {
    await insertCustomer(ctx, seller.id, made)
    return (await selectSubscription(ctx))?.customer_ref ?? made
  })
}
