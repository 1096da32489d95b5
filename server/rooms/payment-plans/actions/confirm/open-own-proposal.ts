import { audit } from '../../../../platform/audit.ts'
import type { Actor, Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { todayOf } from '../../../accounts/index.ts'
import { readInvoiceFacts } from '../../../invoices/index.ts'
import type { PlanWhole } from '../../rules/plan-whole.ts'
import { isShownToPayers } from '../../rules/present-plan.ts'
import { findChargingMethod } from '../../store/charging-method.ts'
import type { LinkHolder } from '../../store/links.ts'
import { lockPlan } from '../../store/plans.ts'
import { describePlan } from '../describe-plan.ts'
import { issueLink } from '../propose/issue-link.ts'
import { findLivePlan } from '../read/find-open-installment.ts'
import { mayUseStored } from './read-offer.ts'

/** Issues a link to an emailed proposal for the payer of one of its invoices; it ends with the payer’s access. Refuses not_found, also when they can’t see the others. */
export async function openOwnProposal(ctx: Ctx, invoiceId: string): Promise<{ url: string }> {
  if ((await readInvoiceFacts(ctx, [invoiceId])).length === 0) throw refuse('not_found')
  const plan = await findLivePlan(ctx, invoiceId)
  if (plan === null || !(await mayOpen(ctx, plan))) throw refuse('not_found')
  const locked = await lockPlan(ctx, plan.row.id)
  if (locked?.state !== 'proposed' || !isShownToPayers(locked, await todayOf(ctx))) throw refuse('not_found')
  const { url } = await issueLink(ctx, plan.row.id, {
    mayCharge: mayUseStored(ctx.actor),
    holder: holderOf(ctx.actor),
  })
  const object = { type: 'payment_plan', id: plan.row.id } as const
  await audit(ctx, 'payment-plans.create-link', object, await describePlan(ctx, plan.row.id))
  return { url }
}

const holderOf = (actor: Actor): LinkHolder => ({
  portalUserId: actor.kind === 'customer' ? actor.portalUserId : null,
  payLinkId: actor.kind === 'pay_link' ? actor.payLinkId : null,
})

/**
 * True when the caller sees every invoice of a plan: a forwarded pay link opens no others. A pay link alone opens none while the
 * customer has a method for automatic charges, and the link that it gets agrees to none later.
 */
export async function mayOpen(ctx: Ctx, { row, invoices }: PlanWhole): Promise<boolean> {
  if (!mayUseStored(ctx.actor) && (await findChargingMethod(ctx, row.customer_id)) !== null) return false
  const ids = invoices.map(({ invoiceId }) => invoiceId)
  return (await readInvoiceFacts(ctx, ids)).length === ids.length
}
