import { audit } from '../../../../platform/audit.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { selectSubscription } from '../../store/subscriptions.ts'
import { chooseNewPlan, trialToKeep } from './begin-checkout.ts'
import { sellerOf, unwrap } from './find-seller.ts'
import { refreshBilling } from './refresh-billing.ts'
import { type BillingReply, showBilling } from './show-billing.ts'

/**
 * Enters a test card on the Sandbox's page and, with a plan, begins the subscription. Refuses not_found with any other
 * seller, and beside `number` one that is not of the Sandbox.
 */
export async function enterTestCard(
  uow: UnitOfWork,
  { number, plan: planId }: { readonly number: string; readonly plan?: string | undefined },
): Promise<BillingReply> {
  const { enterCard } = sellerOf(uow.app)
  if (enterCard === undefined) throw refuse('not_found')
  const given = await uow.transaction(async (ctx) => {
    const row = await selectSubscription(ctx)
    if (row === null) throw refuse('billing_refused')
    const plan = planId === undefined ? null : await chooseNewPlan(ctx, planId)
    return { customerRef: row.customer_ref, plan, trialEndsAtMs: await trialToKeep(ctx) }
  })
  const entered = await enterCard(uow.accountId, { number, ...given })
  if (!entered.ok && entered.error.code === 'incorrect_number')
    throw refuseFields({ number: ['Enter one of the test cards above.'] })
  unwrap(uow.app, entered)
  await uow.transaction((ctx) =>
    audit(ctx, 'plans.enter-card', { type: 'account', id: ctx.accountId }, { plan: given.plan ?? undefined }),
  )
  await refreshBilling(uow)
  return uow.transaction(showBilling)
}
