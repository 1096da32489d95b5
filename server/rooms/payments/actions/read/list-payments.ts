import { readFilters } from '../../../../../contract/filters.ts'
import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import { searchable } from '../../../../../domain/parsing/search-text.ts'
import type { Ctx } from '../../../../platform/context.ts'
import {
  offsetOf,
  orderOf,
  type PagedReply,
  pagedReply,
  refuseTooDeep,
} from '../../../../platform/http/paging.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { type PaymentRecord, paymentRecord } from '../../rules/records.ts'
import type { PaymentSum } from '../../store/counters.ts'
import { countPayments, newestPayments, selectPayments } from '../../store/list.ts'
import type { PaymentSelection } from '../../store/selection.ts'

export type PaymentQuery = InputOf<typeof contract.payments.list>['query']

/**
 * Lists the account's payments: paged, searched, filtered and ordered, with sums of all that match by currency. A search of 1 or 2 characters is
 * ignored. Refuses invalid_input beside an unreadable filter, and pages that are too deep.
 */
export async function listPayments(
  ctx: Ctx,
  query: PaymentQuery,
): Promise<PagedReply<PaymentRecord> & { sums: ReturnType<typeof presentSum>[] }> {
  const selection = selectionOf(query, await readAccountRow(ctx))
  const page = { ...orderOf(query.order_by), limit: query.page_size, offset: offsetOf(query) }
  const extent = await countPayments(ctx, selection)
  const { count, sums } = extent
  refuseTooDeep(query, 'the list by a search or a filter', count)
  const rows = await selectPayments(ctx, extent, page)
  return {
    ...pagedReply(`/api/accounts/${ctx.accountId}/payments/`, query, count, rows.map(paymentRecord)),
    sums: sums.map(presentSum),
  }
}

const presentSum = ({ currency, totalMinor, collectedMinor }: PaymentSum) => ({
  currency,
  total: formatAmount(totalMinor, currency),
  collected: formatAmount(collectedMinor, currency),
})

/** The selection that a query describes. Date filters follow the account's time zone. */
export const selectionOf = (
  query: Pick<PaymentQuery, 'search' | 'customer'>,
  { currency, timezone }: Pick<PaymentSelection, 'currency' | 'timezone'>,
): PaymentSelection => ({
  search: searchable(query.search) ?? '',
  customerId: query.customer,
  filters: readFilters(query),
  currency,
  timezone,
})

/** The newest payments of the account. */
export const latestPayments = async (ctx: Ctx, limit: number): Promise<PaymentRecord[]> =>
  (await newestPayments(ctx, limit)).map(paymentRecord)
