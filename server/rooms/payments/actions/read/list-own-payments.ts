import { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { offsetOf, orderOf, pagedReply, refuseTooDeep } from '../../../../platform/http/paging.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { ownPaymentRecord } from '../../rules/own-payment.ts'
import { countOwnPayments, selectOwnPayments } from '../../store/own-payments.ts'

type Route = typeof contract.ownPayments.list

/** Lists the payments of the session's customer. Refuses not_allowed, and pages that are too deep. */
export async function listOwnPayments(
  ctx: Ctx,
  query: InputOf<Route>['query'],
): Promise<HandlerReplyOf<Route>> {
  const { actor } = ctx
  if (actor.kind !== 'customer' && actor.kind !== 'preview') throw refuse('not_allowed')
  const [{ timezone }, count] = await Promise.all([
    readAccountRow(ctx),
    countOwnPayments(ctx, actor.customerId),
  ])
  refuseTooDeep(query, null, count)
  const page = { ...orderOf(query.order_by), limit: query.page_size, offset: offsetOf(query) }
  const rows = await selectOwnPayments(ctx, actor.customerId, page, count)
  const results = rows.map((row) => ({
    ...ownPaymentRecord(row, timezone),
    invoices: [...row.invoices],
    invoices_count: row.invoices_count,
  }))
  return pagedReply(contract.ownPayments.list.path, query, count, results)
}
