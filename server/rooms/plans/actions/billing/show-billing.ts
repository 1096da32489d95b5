import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import { PLAN_CURRENCY, planNamed } from '../../../../../domain/accounts/plans.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readAccountRow, showPlan } from '../../../accounts/index.ts'
import { selectInvoices, selectSubscription } from '../../store/subscriptions.ts'
import type { PlanInvoiceRow, SubscriptionRow } from '../../tables.ts'
import { readGroup } from '../catalogue/read-group.ts'

export type BillingReply = HandlerReplyOf<typeof contract.billing.read>

/** Returns the account's subscription as the product last read it. */
export async function showBilling(ctx: Ctx): Promise<BillingReply> {
  const { billing } = ctx.app
  const { plan, subscription, canceledAtMs } = await readAccountRow(ctx)
  const row = billing && (await selectSubscription(ctx))
  return {
    provider: billing && { name: billing.name, live: billing.live },
    group: await readGroup(ctx),
    plan: plan && showPlan(planNamed(plan)),
    status: subscription.status,
    has_subscription: hasSubscription(row, canceledAtMs),
    renews: row?.period_ends_at?.toISOString() ?? null,
    ends_with_period: row?.ends_with_period ?? false,
    unpaid: row?.unpaid_minor ? { amount: amountOf(row.unpaid_minor), currency: PLAN_CURRENCY } : null,
    invoices: row ? (await selectInvoices(ctx)).map(showInvoice) : [],
  }
}

/** True while a subscription can be changed or canceled. */
export const hasSubscription = (row: SubscriptionRow | null, canceledAtMs: number | null): boolean =>
  row !== null && row.subscription_ref !== null && canceledAtMs === null

const amountOf = (minor: bigint): string => formatAmount(minor, PLAN_CURRENCY)

const showInvoice = (row: PlanInvoiceRow): BillingReply['invoices'][number] => ({
  pk: row.id,
  number: row.number,
  status: row.status,
  description: row.description,
  amount: formatAmount(row.amount_minor, row.currency),
  currency: row.currency,
  issued: row.issued_at.toISOString(),
  document_url: row.url,
})
