import type { BaseCtx, Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import type { PlanWhole } from '../../rules/plan-whole.ts'
import { findPlan } from '../../store/plans.ts'
import { payUrlOfHolder } from './issue-pay-url.ts'
import { openProposal } from './open-proposal.ts'
import { type ProposalReply, showProposal } from './show-proposal.ts'

/** Returns the proposal of a confirmation link, and later the confirmed plan with a pay link. Refuses token_expired. */
export async function readProposal(ctx: BaseCtx | Ctx, token: string): Promise<ProposalReply> {
  const opened = await openProposal(ctx, token)
  const plan = await findPlan(opened.ctx, opened.planId)
  if (plan === null) throw refuse('token_expired')
  const payUrl = isPayable(plan) ? await payUrlOfHolder(opened, plan) : null
  return showProposal(opened.ctx, plan, { payUrl, mayCharge: opened.mayCharge })
}

const isPayable = ({ row }: PlanWhole): boolean => row.state === 'confirmed' || row.state === 'defaulted'
