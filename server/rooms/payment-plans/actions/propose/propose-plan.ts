import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { audit } from '../../../../platform/audit.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'
import { readAccountRow, todayOf } from '../../../accounts/index.ts'
import type { PlanReply } from '../../rules/present-plan.ts'
import { insertPlan } from '../../store/plans.ts'
import { describePlan } from '../describe-plan.ts'
import { readPlan } from '../read/read-plan.ts'
import { readFee } from '../read-fee.ts'
import { lockPlanInvoices } from './lock-plan-invoices.ts'
import { mailProposal } from './mail-proposal.ts'
import { readSchedule } from './read-schedule.ts'

type Body = InputOf<typeof contract.paymentPlans.propose>['body']

/**
 * Proposes a payment plan for open invoices of one customer, and emails it. Refuses not_found, too_many_requests, and messages
 * beside `invoices`, `installments`, `fee` and their fields.
 */
export async function proposePlan(ctx: Ctx, body: Body): Promise<PlanReply> {
  const covered = await lockPlanInvoices(ctx, body.invoices)
  const installments = readSchedule(body.installments, { ...covered, today: await todayOf(ctx) })
  const feeMinor = readFee(body.fee, { ...(await readAccountRow(ctx)), ...covered }, covered.totalMinor)
  const id = nextId(ctx)
  await insertPlan(ctx, {
    id,
    customerId: covered.customerId,
    currency: covered.currency,
    origin: 'staff',
    message: body.message,
    feeMinor,
    createdBy: ctx.actor.kind === 'staff' ? ctx.actor.userId : null,
    installments,
    invoices: covered.invoices,
  })
  await audit(ctx, 'payment-plans.propose', { type: 'payment_plan', id }, await describePlan(ctx, id))
  if (body.email) await mailProposal(ctx, id)
  return readPlan(ctx, id)
}
