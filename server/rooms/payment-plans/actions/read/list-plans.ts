import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { searchable } from '../../../../../domain/parsing/search-text.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { offsetOf, orderOf, pagedReply, refuseTooDeep } from '../../../../platform/http/paging.ts'
import { todayOf } from '../../../accounts/index.ts'
import { presentPlanRow } from '../../rules/present-plan.ts'
import { countPlans, selectPlanIds } from '../../store/list-plans.ts'
import { selectPlans } from '../../store/plans.ts'

type Query = InputOf<typeof contract.paymentPlans.list>['query']

/** Returns a page of payment plans with the count of each view. */
export async function listPlans(ctx: Ctx, query: Query) {
  refuseTooDeep(query, 'the list by a filter')
  const today = await todayOf(ctx)
  const filter = {
    view: query.state,
    customer: query.customer,
    invoice: query.invoice,
    search: searchable(query.search) ?? '',
  }
  const counts = await countPlans(ctx, filter, today)
  const ids = await selectPlanIds(ctx, filter, today, {
    ...orderOf(query.order_by),
    limit: query.page_size,
    offset: offsetOf(query),
  })
  const plans = await selectPlans(ctx, ids)
  return {
    ...pagedReply(
      `/api/accounts/${ctx.accountId}/payment-plans/`,
      { ...query },
      counts[query.state],
      plans.map((plan) => presentPlanRow(plan, today)),
    ),
    counts,
  }
}
