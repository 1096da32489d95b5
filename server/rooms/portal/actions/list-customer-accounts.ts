import { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { searchable } from '../../../../domain/parsing/search-text.ts'
import type { Ctx } from '../../../platform/context.ts'
import { offsetOf, pagedReply } from '../../../platform/http/paging.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readCustomer } from '../../customers/index.ts'
import { type CustomerOfLogin, customersOfLogin } from '../store/portal-access.ts'
import { findMovedTo } from './find-moved-to.ts'

type Route = typeof contract.portal.allAccounts

/** Lists the customers between which the login may switch; for a preview, its one customer. */
export async function listCustomerAccounts(
  ctx: Ctx,
  { query }: InputOf<Route>,
): Promise<HandlerReplyOf<Route>> {
  const wanted = (searchable(query.search) ?? '').toLowerCase()
  // A login has few customers, so the search runs here.
  const found = (await customersOf(ctx)).filter((customer) =>
    `${customer.shortName} ${customer.companyName}`.toLowerCase().includes(wanted),
  )
  const from = offsetOf(query)
  const shown = found.slice(from, from + query.page_size)
  const results = await Promise.all(
    shown.map(async (customer) => ({
      pk: customer.id,
      short_name: customer.shortName,
      company_name: customer.companyName,
      moved_to: await findMovedTo(ctx, customer),
    })),
  )
  return pagedReply(contract.portal.allAccounts.path, query, found.length, results)
}

async function customersOf(ctx: Ctx): Promise<CustomerOfLogin[]> {
  const { actor } = ctx
  if (actor.kind === 'preview') return [await readCustomer(ctx, actor.customerId)]
  if (actor.kind !== 'customer') throw refuse('not_allowed')
  return customersOfLogin(ctx, actor.portalUserId)
}
