import type { contract } from '../../../../../contract/index.ts'
import type { PaymentCase } from '../../../../../contract/payments/payment-cases.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { searchable } from '../../../../../domain/parsing/search-text.ts'
import type { Ctx } from '../../../../platform/context.ts'
import {
  offsetOf,
  orderOf,
  type PagedReply,
  pagedReply,
  refuseTooDeep,
} from '../../../../platform/http/paging.ts'
import { selectCases } from '../../store/cases.ts'
import { showCase } from './show-case.ts'

/** Lists the account's payment cases. Refuses pages that are too deep. */
export async function listCases(
  ctx: Ctx,
  query: InputOf<typeof contract.paymentCases.list>['query'],
): Promise<PagedReply<PaymentCase>> {
  refuseTooDeep(query, 'the list by a search or a filter')
  const { count, rows } = await selectCases(ctx, {
    state: query.state,
    search: searchable(query.search) ?? '',
    direction: orderOf(query.order_by).direction,
    limit: query.page_size,
    offset: offsetOf(query),
  })
  const results = rows.map((row) => showCase(ctx.app, row))
  return pagedReply(`/api/accounts/${ctx.accountId}/payment-cases/`, query, count, results)
}
