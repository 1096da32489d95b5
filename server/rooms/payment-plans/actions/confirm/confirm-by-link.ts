import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import type { BaseCtx, Ctx } from '../../../../platform/context.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import { confirmPlan } from './confirm-plan.ts'
import { payUrlOfHolder } from './issue-pay-url.ts'
import { openProposal } from './open-proposal.ts'
import { type ProposalReply, showProposal } from './show-proposal.ts'

type Body = InputOf<typeof contract.paymentPlans.confirm>['body']

/**
 * Confirms the proposal of a link, and returns it with a pay link of the invoice to pay first. Refuses
 * like `confirmPlan`, and automatic charges on a link that may not agree to them.
 */
export async function confirmByLink(ctx: BaseCtx | Ctx, body: Body): Promise<ProposalReply> {
  const opened = await openProposal(ctx, body.token)
  const { ctx: inside, planId, mayCharge } = opened
  if (body.charges_itself && !mayCharge)
    throw refuseFields({
      charges_itself: [msg('Log in or enter the code we email you to have installments charged.')],
    })
  const plan = await confirmPlan(inside, planId, {
    name: body.name,
    revision: body.revision,
    total: body.total,
    chargesItself: body.charges_itself,
    via: 'link',
  })
  return showProposal(inside, plan, { payUrl: await payUrlOfHolder(opened, plan), mayCharge })
}
