import type { customers } from '../../../../contract/customers.ts'
import { readFilters } from '../../../../contract/filters.ts'
import type { InputOf } from '../../../../contract/route.ts'
import { dateInZone } from '../../../../domain/dates/calendar.ts'
import { searchable } from '../../../../domain/parsing/search-text.ts'
import type { Ctx } from '../../../platform/context.ts'
import {
  offsetOf,
  orderOf,
  type PagedReply,
  pagedReply,
  refuseTooDeep,
} from '../../../platform/http/paging.ts'
import { readAccountRow } from '../../accounts/index.ts'
import { type CustomerReply, presentCustomer } from '../rules.ts'
import { selectCustomers } from '../store/list-customers.ts'
import { readAccountSwitches } from './read-customer.ts'

/** Returns a page of the account's customers. A search of one or two characters is ignored. */
export async function listCustomers(
  ctx: Ctx,
  query: InputOf<typeof customers.list>['query'],
): Promise<PagedReply<CustomerReply>> {
  refuseTooDeep(query, 'the list by a search or a filter')
  const { currency, timezone } = await readAccountRow(ctx)
  const { count, customers: rows } = await selectCustomers(ctx, {
    currency,
    timezone,
    today: dateInZone(ctx.now, timezone),
    search: searchable(query.search) ?? '',
    filters: readFilters(query),
    order: orderOf(query.order_by),
    limit: query.page_size,
    offset: offsetOf(query),
  })
  const switches = await readAccountSwitches(ctx)
  return pagedReply(
    `/api/accounts/${ctx.accountId}/customers/`,
    query,
    count,
    rows.map((row) => presentCustomer(row, switches)),
  )
}
