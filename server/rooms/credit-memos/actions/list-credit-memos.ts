import { readFilters } from '../../../../contract/filters.ts'
import { searchable } from '../../../../domain/parsing/search-text.ts'
import type { Ctx } from '../../../platform/context.ts'
import { offsetOf, orderOf, refuseTooDeep } from '../../../platform/http/paging.ts'
import { readAccountRow } from '../../accounts/index.ts'
import { presentMemo } from '../rules.ts'
import { selectMemos } from '../store/list.ts'

/** Query of a credit memo list. */
export interface MemoSelection {
  readonly page: number
  readonly page_size: number
  readonly search: string
  /** Column name; a leading - means descending. */
  readonly order_by: string
  readonly customer?: string | undefined
  /** Conditions: filter_total_gte, exclude_currency. */
  readonly [filter: `${'filter' | 'exclude'}_${string}`]: string | undefined
}

/**
 * Returns one page of credit memos and their total count. A customer sees only their own memos that are not
 * void.
 */
export async function listCreditMemos(ctx: Ctx, query: MemoSelection) {
  refuseTooDeep(query, 'the list by a search')
  const { count, rows } = await selectMemos(ctx, {
    customerId: query.customer,
    search: searchable(query.search) ?? '',
    filters: readFilters({ ...query }),
    currency: (await readAccountRow(ctx)).currency,
    ...orderOf(query.order_by),
    offset: offsetOf(query),
    limit: query.page_size,
  })
  return { count, results: rows.map(presentMemo) }
}
