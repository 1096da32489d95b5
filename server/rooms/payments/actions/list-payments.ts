import { readFilters } from '../../../../contract/filters.ts'
import type { contract } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/route.ts'
import { searchable } from '../../../../domain/search-text.ts'
import type { Ctx } from '../../../platform/context.ts'
import { offsetOf, orderOf, type PagedReply, pagedReply } from '../../../platform/http/paging.ts'
import { type PaymentRecord, paymentRecord } from '../rules/records.ts'
import { countPayments, type PaymentSelection, selectPayments } from '../store/list.ts'
import { readSettings } from './read-settings.ts'

export type PaymentQuery = InputOf<typeof contract.payments.list>['query']

/** The account's payments: paged, searched, filtered and ordered. Texts of 1 or 2 characters search for nothing. */
export async function listPayments(ctx: Ctx, query: PaymentQuery): Promise<PagedReply<PaymentRecord>> {
  const { currency } = await readSettings(ctx)
  const selection: PaymentSelection = {
    search: searchable(query.search) ?? '',
    customerId: query.customer,
    filters: readFilters(query),
    currency,
    orderBy: orderOf(query.order_by),
    limit: query.page_size,
    offset: offsetOf(query),
  }
  const count = await countPayments(ctx, selection)
  const rows = await selectPayments(ctx, selection)
  return pagedReply(`/api/accounts/${ctx.accountId}/payments/`, query, count, rows.map(paymentRecord))
}

/** The newest payments of the account. */
export async function latestPayments(ctx: Ctx, limit: number): Promise<PaymentRecord[]> {
  const newest = { column: 'created', direction: 'desc' } as const
  const rows = await selectPayments(ctx, {
    search: '',
    filters: [],
    currency: 'USD',
    orderBy: newest,
    limit,
    offset: 0,
  })
  return rows.map(paymentRecord)
}
