import { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { searchable } from '../../../../domain/parsing/search-text.ts'
import type { Ctx } from '../../../platform/context.ts'
import { offsetOf, orderOf, pagedReply, refuseTooDeep } from '../../../platform/http/paging.ts'
import { todayOf } from '../../accounts/index.ts'
import { searchNumbersBounded } from '../../invoices/index.ts'
import { countPortalInvoices, selectPortalInvoices } from '../store/documents.ts'
import { requireCustomer } from './require-customer.ts'
import { showPortalInvoice } from './show-portal-invoice.ts'

type Route = typeof contract.portal.invoices

/**
 * Returns a page of the customer's invoices, searched by number and ordered. Refuses invalid_input for pages
 * that are too deep.
 */
export async function listPortalInvoices(
  ctx: Ctx,
  { query }: InputOf<Route>,
): Promise<HandlerReplyOf<Route>> {
  const customerId = requireCustomer(ctx)
  const text = searchable(query.search)
  const [today, found] = await Promise.all([
    todayOf(ctx),
    text ? searchNumbersBounded(ctx, text, customerId) : null,
  ])
  const page = { limit: query.page_size, offset: offsetOf(query), ...orderOf(query.order_by) }
  const count = await countPortalInvoices(ctx, customerId, found)
  refuseTooDeep(query, 'the list by a search', count)
  const rows = await selectPortalInvoices(ctx, { customerId, ...page }, found, count)
  const results = rows.map((invoice) => showPortalInvoice(ctx, invoice, today))
  return {
    ...pagedReply(contract.portal.invoices.path, query, count, results),
    is_cut: found?.isCut ?? false,
  }
}
