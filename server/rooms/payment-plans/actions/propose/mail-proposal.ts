import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { queueMail } from '../../../../platform/mail/outbox.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { consumeMailRateLimit, todayOf } from '../../../accounts/index.ts'
import { listCustomerAddresses } from '../../../customers/index.ts'
import { composeMail } from '../../../mail-templates/index.ts'
import type { PlanReply } from '../../rules/present-plan.ts'
import { changePlan, findPlan, lockPlan } from '../../store/plans.ts'
import { planFacts } from '../compose-plan-facts.ts'
import { describePlan } from '../describe-plan.ts'
import { readPlan } from '../read/read-plan.ts'
import { issueLink } from './issue-link.ts'

/** Emails a proposal with a new link to confirm it. Refuses too_many_requests, and a customer without an address beside `email`. */
export async function mailProposal(ctx: Ctx, id: string): Promise<void> {
  const plan = (await findPlan(ctx, id))!
  const [to] = await listCustomerAddresses(ctx, plan.row.customer_id)
  if (to === undefined) throw refuseFields({ email: ['This customer has no email address.'] })
  await consumeMailRateLimit(ctx, 1)
  const { url } = await issueLink(ctx, id)
  const mail = await composeMail(ctx, 'plan-proposal', plan.row.customer_id, {
    ...planFacts(plan),
    url,
    confirmUntil: plan.row.expires_on,
    message: plan.row.message,
  })
  await queueMail(ctx, {
    kind: 'payment-plans.proposal',
    to,
    ...mail,
    related: { type: 'payment_plan', id },
  })
  await changePlan(ctx, id, { sent_at: asDate(ctx.now) })
}

/** Emails a proposal again. Refuses not_found, wrong_state, too_many_requests and a customer without an address. */
export async function sendProposal(ctx: Ctx, id: string): Promise<PlanReply> {
  const row = await lockPlan(ctx, id)
  if (row === null) throw refuse('not_found')
  if (row.state !== 'proposed') throw refuse('wrong_state', 'This plan is no longer a proposal.')
  if (row.expires_on < (await todayOf(ctx)))
    throw refuse('wrong_state', 'The day to confirm this proposal has passed. Change its dates first.')
  await mailProposal(ctx, id)
  await audit(ctx, 'payment-plans.send', { type: 'payment_plan', id }, await describePlan(ctx, id))
  return readPlan(ctx, id)
}
