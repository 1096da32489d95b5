import { PLAN_CURRENCY } from '../../../../../domain/accounts/plans.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import { audit } from '../../../../platform/audit.ts'
import { nextId, type UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { selectSubscription } from '../../store/subscriptions.ts'
import { sellerOf, unwrap } from './find-seller.ts'
import { refreshBilling } from './refresh-billing.ts'
import { type BillingReply, hasSubscription, showBilling } from './show-billing.ts'

/** Ends the subscription with the paid month, or takes that back. Refuses billing_refused without one that runs. */
export async function setEnding(uow: UnitOfWork, ends: boolean): Promise<BillingReply> {
  const seller = sellerOf(uow.app)
  const { ref, key } = await uow.transaction(async (ctx) => {
    const row = await selectSubscription(ctx)
    const { canceledAtMs } = await readAccountRow(ctx)
    if (!hasSubscription(row, canceledAtMs) || row?.subscription_ref == null) throw refuse('billing_refused')
    return { ref: row.subscription_ref, key: `ending-${nextId(ctx)}` }
  })
  unwrap(uow.app, await seller.setEnding(uow.accountId, ref, ends, key))
  await uow.transaction((ctx) =>
    audit(ctx, ends ? 'plans.cancel' : 'plans.resume', { type: 'account', id: ctx.accountId }),
  )
  await refreshBilling(uow)
  return uow.transaction(showBilling)
}

/** Lets a subscription that runs end with its paid month. Does nothing without one. */
export async function endSubscription(uow: UnitOfWork): Promise<void> {
  if (uow.app.billing === null) return
  const runs = await uow.transaction(async (ctx) => {
    const row = await selectSubscription(ctx)
    const { canceledAtMs } = await readAccountRow(ctx)
    return hasSubscription(row, canceledAtMs) && row?.subscription_ref != null && !row.ends_with_period
  })
  if (runs) await setEnding(uow, true)
}

/**
 * Charges the card on file for the unpaid invoice. Refuses cost_changed when the open amount has changed, and
 * payment_failed when the card was declined.
 */
export async function payUnpaid(uow: UnitOfWork, amount: string): Promise<BillingReply> {
  const seller = sellerOf(uow.app)
  const { ref, key } = await uow.transaction(async (ctx) => {
    const row = await selectSubscription(ctx)
    if (row?.unpaid_ref == null) throw refuse('billing_refused')
    if (formatAmount(row.unpaid_minor ?? 0n, PLAN_CURRENCY) !== amount) throw refuse('cost_changed')
    return { ref: row.unpaid_ref, key: `pay-${nextId(ctx)}` }
  })
  unwrap(uow.app, await seller.payInvoice(uow.accountId, ref, key))
  await uow.transaction((ctx) =>
    audit(ctx, 'plans.pay', { type: 'account', id: ctx.accountId }, { amount, currency: PLAN_CURRENCY }),
  )
  await refreshBilling(uow)
  return uow.transaction(showBilling)
}

/** Returns the seller's page for the card and the invoices. Refuses billing_refused before the first subscription. */
export async function openPortal(uow: UnitOfWork): Promise<{ url: string }> {
  const seller = sellerOf(uow.app)
  const { customerRef, key } = await uow.transaction(async (ctx) => {
    const row = await selectSubscription(ctx)
    if (row === null) throw refuse('billing_refused')
    return { customerRef: row.customer_ref, key: `portal-${nextId(ctx)}` }
  })
  const returnUrl = `${uow.app.config.appOrigin}/settings/plan-billing?returned=true`
  return unwrap(uow.app, await seller.portal({ accountId: uow.accountId, customerRef, returnUrl }, key))
}

/** Reads the subscription again and returns it. */
export async function refreshAndShow(uow: UnitOfWork): Promise<BillingReply> {
  await refreshBilling(uow)
  return uow.transaction(showBilling)
}
