import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { PLAN_CURRENCY, type PlanName, planNamed } from '../../../../../domain/accounts/plans.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import type { ChangePreview } from '../../../../gateways/billing/port.ts'
import { audit } from '../../../../platform/audit.ts'
import { isoInstant } from '../../../../platform/clock.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readAccountRow, showPlan } from '../../../accounts/index.ts'
import { selectSubscription } from '../../store/subscriptions.ts'
import { choosePlan } from './begin-checkout.ts'
import { sellerOf, unwrap } from './find-seller.ts'
import { refreshBilling } from './refresh-billing.ts'
import { type BillingReply, hasSubscription, showBilling } from './show-billing.ts'

type Change = InputOf<typeof contract.billing.change>['body']

/** A cost that was shown longer ago has to be shown again. */
const VALID_MS = 30 * 60_000

/** Returns what a change to another plan costs now. Refuses billing_refused without a running subscription. */
export async function previewPlan(
  uow: UnitOfWork,
  planId: string,
): Promise<HandlerReplyOf<typeof contract.billing.preview>> {
  const seller = sellerOf(uow.app)
  const change = await uow.transaction(async (ctx) => ({
    ...(await readChange(ctx, planId)),
    atMs: ctx.now,
  }))
  const cost = unwrap(uow.app, await seller.preview(uow.accountId, change))
  return {
    plan: showPlan(planNamed(change.plan)),
    at: isoInstant(change.atMs),
    due_today: amountOf(cost.dueMinor),
    credit: amountOf(cost.creditMinor),
    next_amount: amountOf(cost.nextMinor),
    next: isoInstant(cost.nextAtMs),
    currency: PLAN_CURRENCY,
  }
}

/**
 * Changes the plan for exactly the cost that was shown. Refuses cost_changed when the cost has changed, payment_failed
 * when the card was declined, and billing_refused without a running subscription.
 */
export async function changePlan(uow: UnitOfWork, body: Change): Promise<BillingReply> {
  const seller = sellerOf(uow.app)
  const { subscriptionRef, plan } = await uow.transaction((ctx) => checkChange(ctx, body))
  const change = { subscriptionRef, plan, atMs: Date.parse(body.at) }
  const cost = unwrap(uow.app, await seller.preview(uow.accountId, change))
  if (amountOf(cost.dueMinor) !== body.due_today) throw refuse('cost_changed')
  const key = `change-${subscriptionRef}-${plan}-${change.atMs}`
  unwrap(uow.app, await seller.change(uow.accountId, change, key))
  await uow.transaction((ctx) => noteChange(ctx, plan, cost))
  await refreshBilling(uow)
  return uow.transaction(showBilling)
}

async function checkChange(ctx: Ctx, { plan, at }: Change) {
  const atMs = Date.parse(at)
  if (atMs > ctx.now || ctx.now - atMs > VALID_MS) throw refuse('cost_changed')
  return readChange(ctx, plan)
}

async function readChange(ctx: Ctx, planId: string): Promise<{ subscriptionRef: string; plan: PlanName }> {
  const row = await selectSubscription(ctx)
  const { canceledAtMs, subscription } = await readAccountRow(ctx)
  const runs = subscription.status === 'active' || subscription.status === 'trialing'
  if (!hasSubscription(row, canceledAtMs) || !runs || row?.subscription_ref == null)
    throw refuse('billing_refused')
  return { subscriptionRef: row.subscription_ref, plan: await choosePlan(ctx, planId) }
}

const noteChange = (ctx: Ctx, plan: PlanName, { dueMinor }: ChangePreview): Promise<void> =>
  audit(
    ctx,
    'plans.change-plan',
    { type: 'account', id: ctx.accountId },
    { plan: planNamed(plan).name, amount: amountOf(dueMinor), currency: PLAN_CURRENCY },
  )

const amountOf = (minor: bigint): string => formatAmount(minor, PLAN_CURRENCY)
