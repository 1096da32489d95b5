import { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { formatAmount } from '../../../../domain/money/money.ts'
import { searchable } from '../../../../domain/parsing/search-text.ts'
import type { Ctx } from '../../../platform/context.ts'
import { offsetOf, orderOf, pagedReply } from '../../../platform/http/paging.ts'
import { creditMemoStatus } from '../rules.ts'
import { type PortalCreditMemo, selectPortalCreditMemos } from '../store/documents.ts'
import { requireCustomer } from './require-customer.ts'

type Route = typeof contract.portal.creditMemos

/** Returns a page of the customer's credit memos. Each amount has both of its field names. */
export async function listPortalCreditMemos(
  ctx: Ctx,
  { query }: InputOf<Route>,
): Promise<HandlerReplyOf<Route>> {
  const { count, memos } = await selectPortalCreditMemos(ctx, {
    customerId: requireCustomer(ctx),
    search: searchable(query.search) ?? '',
    limit: query.page_size,
    offset: offsetOf(query),
    ...orderOf(query.order_by),
  })
  return pagedReply(contract.portal.creditMemos.path, query, count, memos.map(showMemo))
}

function showMemo(memo: PortalCreditMemo) {
  const total = formatAmount(memo.total_minor, memo.currency)
  const remaining = formatAmount(memo.remaining_minor, memo.currency)
  return {
    pk: memo.id,
    number: memo.number,
    status: creditMemoStatus(memo.remaining_minor),
    currency: memo.currency,
    total,
    total_amount: total,
    remaining,
    remaining_credit: remaining,
  }
}
