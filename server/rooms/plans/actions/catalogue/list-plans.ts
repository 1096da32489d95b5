import { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { PLANS, type Plan, planById, plansFor } from '../../../../../domain/accounts/plans.ts'
import type { BaseCtx, Ctx } from '../../../../platform/context.ts'
import { offsetOf, type PageQuery, pagedReply } from '../../../../platform/http/paging.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { showPlan } from '../../../accounts/index.ts'
import { readGroup } from './read-group.ts'

const { billing } = contract

/** Returns the catalogue. */
export const listPlans = async (
  _: BaseCtx,
  { query }: InputOf<typeof billing.listPlans>,
): Promise<HandlerReplyOf<typeof billing.listPlans>> => pageOfPlans(billing.listPlans.path, query, PLANS)

/** Returns one plan. Refuses not_found. */
export async function readPlan(_: BaseCtx, id: string): Promise<HandlerReplyOf<typeof billing.readPlan>> {
  const plan = planById(id)
  if (plan === undefined) throw refuse('not_found')
  return showPlan(plan)
}

/** Returns the plans of the account's group; none where no plans are sold. */
export async function listAccountPlans(
  ctx: Ctx,
  { query }: InputOf<typeof billing.listAccountPlans>,
): Promise<HandlerReplyOf<typeof billing.listAccountPlans>> {
  const plans = ctx.app.billing === null ? [] : plansFor(await readGroup(ctx))
  return pageOfPlans(billing.listAccountPlans.path, query, plans)
}

function pageOfPlans(path: string, query: PageQuery, plans: readonly Plan[]) {
  const from = offsetOf(query)
  const shown = plans.slice(from, from + query.page_size)
  return pagedReply(path, { ...query }, plans.length, shown.map(showPlan))
}
