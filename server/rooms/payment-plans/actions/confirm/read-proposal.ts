import type { BaseCtx, Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { findPlan } from '../../store/plans.ts'
import { openProposal } from './open-proposal.ts'
import { type ProposalReply, showProposal } from './show-proposal.ts'

/** Returns the proposal of a confirmation link, and later the confirmed plan. Refuses token_expired. */
export async function readProposal(ctx: BaseCtx | Ctx, token: string): Promise<ProposalReply> {
  const opened = await openProposal(ctx, token)
  const plan = await findPlan(opened.ctx, opened.planId)
  if (plan === null) throw refuse('token_expired')
  return showProposal(opened.ctx, plan)
}
