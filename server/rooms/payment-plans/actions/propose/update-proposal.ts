import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { changedBy, readAccountRow, todayOf } from '../../../accounts/index.ts'
import type { PlanReply } from '../../rules/present-plan.ts'
import { revokeLinks } from '../../store/links.ts'
import { changePlan, invoiceIdsOf, lockPlan, replaceParts } from '../../store/plans.ts'
import { describePlan } from '../describe-plan.ts'
import { readPlan } from '../read/read-plan.ts'
import { readFee } from '../read-fee.ts'
import { lockPlanInvoices } from './lock-plan-invoices.ts'
import { mailProposal } from './mail-proposal.ts'
import { readSchedule } from './read-schedule.ts'

type Body = InputOf<typeof contract.paymentPlans.update>['body']

const CHANGES = ['payment-plans.update'] as const

/**
 * Replaces the schedule of a proposal. Links to the former one end, so that nobody confirms what they were not shown. Refuses
 * not_found, conflict, wrong_state, and invalid_input beside the field.
 */
export async function updateProposal(ctx: Ctx, id: string, body: Body): Promise<PlanReply> {
  const ids = await invoiceIdsOf(ctx, id)
  if (ids.length === 0) throw refuse('not_found')
  // Invoices are locked before their plan, as everywhere.
  const covered = await lockPlanInvoices(ctx, ids, id)
  const before = (await lockPlan(ctx, id))!
  if (before.revision !== body.revision)
    throw refuse('conflict', await changedBy(ctx, 'this plan', { objectId: id, actions: CHANGES }))
  if (before.state !== 'proposed')
    throw refuse('wrong_state', 'This plan is no longer a proposal, so you can’t change it.')
  const installments = readSchedule(body.installments, { ...covered, today: await todayOf(ctx) })
  const feeMinor = readFee(body.fee, { ...(await readAccountRow(ctx)), ...covered }, covered.totalMinor)
  await replaceParts(ctx, { id, installments, invoices: covered.invoices })
  await changePlan(ctx, id, {
    revision: before.revision + 1,
    message: body.message,
    fee_minor: feeMinor,
    total_minor: covered.totalMinor,
    expires_on: installments[0]!.dueOn,
    sent_at: null,
  })
  await revokeLinks(ctx, id)
  await audit(ctx, 'payment-plans.update', { type: 'payment_plan', id }, await describePlan(ctx, id))
  if (body.email) await mailProposal(ctx, id)
  return readPlan(ctx, id)
}
