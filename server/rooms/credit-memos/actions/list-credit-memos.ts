import { searchable } from '../../../../domain/parsing/search-text.ts'
import type { Ctx } from '../../../platform/context.ts'
import { offsetOf, orderOf, refuseTooDeep } from '../../../platform/http/paging.ts'
import { presentMemo } from '../rules.ts'
import { selectMemos } from '../store/list.ts'

/** A list of credit memos as it is asked for. */
export interface MemoSelection {
  readonly page: number
  readonly page_size: number
  readonly search: string
  /** A column, with - for descending. */
  readonly order_by: string
  readonly customer?: string | undefined
}

/** One page of credit memos and how many there are; a customer gets their own that are not void. */
export async function listCreditMemos(ctx: Ctx, asked: MemoSelection) {
  refuseTooDeep(asked, 'the list by a search')
  const { count, rows } = await selectMemos(ctx, {
    customerId: asked.customer,
    search: searchable(asked.search) ?? '',
    ...orderOf(asked.order_by),
    offset: offsetOf(asked),
    limit: asked.page_size,
  })
  return { count, results: rows.map(presentMemo) }
}
