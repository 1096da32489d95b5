import { planNamed } from '../../../../../domain/accounts/plans.ts'
import type { BillingInvoice, SubscriptionFacts } from '../../../../gateways/billing/port.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { markDue } from '../../../../platform/due-work/mark-due.ts'
import { setBilling } from '../../../accounts/index.ts'
import { replacePlanQuotas } from '../../store/quotas.ts'
import { beginRead, lockSubscription, writeFacts, writeInvoices } from '../../store/subscriptions.ts'
import { unwrap } from './find-seller.ts'
import { mailUnpaid } from './mail-owners.ts'
import { mailReceipt } from './mail-receipt.ts'

/**
 * Replaces the account's copy of its subscription by a fresh read. Running it twice, or in disorder, leaves the newest
 * read: one that began before the written one is dropped. Refuses billing_unavailable without an answer.
 */
export async function refreshBilling(uow: UnitOfWork): Promise<void> {
  const { app, accountId } = uow
  if (app.billing === null) return
  const begun = await uow.transaction(beginRead)
  if (begun === null) return
  const customer = { accountId, customerRef: begun.customerRef }
  const facts = unwrap(app, await app.billing.read(customer))
  const invoices = unwrap(app, await app.billing.listInvoices(customer))
  await uow.transaction((ctx) => writeRead(ctx, begun, facts, invoices))
}

async function writeRead(
  ctx: Ctx,
  begun: { readonly number: number; readonly customerRef: string },
  facts: SubscriptionFacts | null,
  invoices: readonly BillingInvoice[],
): Promise<void> {
  const row = await lockSubscription(ctx)
  if (row === null || row.customer_ref !== begun.customerRef || row.reads_written >= begun.number) return
  await writeFacts(ctx, begun.number, facts)
  const paid = await writeInvoices(ctx, invoices)
  await markDue(ctx, 'plans.watch-subscription', ctx.accountId, ctx.now)
  if (facts === null) return
  const { ref: subscriptionRef, email, card, ...standing } = facts
  const before = await setBilling(ctx, { ...standing, summary: { subscriptionRef, email, card } })
  if (before.plan !== facts.plan) await replacePlanQuotas(ctx, planNamed(facts.plan).quotas)
  if (facts.unpaid) await mailUnpaid(ctx, facts.unpaid)
  for (const invoice of paid) await mailReceipt(ctx, invoice, email)
  if (before.status === facts.status && before.plan === facts.plan) return
  await audit(
    ctx,
    'plans.note-subscription',
    { type: 'account', id: ctx.accountId },
    { plan: planNamed(facts.plan).name, status: facts.status },
  )
}
