import { contract } from '../../../../../contract/index.ts'
import type { AccessRequest } from '../../../../../contract/portal-access/access-requests.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { isoInstant } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { offsetOf, pagedReply, refuseTooDeep } from '../../../../platform/http/paging.ts'
import { readListMatch } from '../../../accounts/index.ts'
import { type ListedRequest, type RequestMatch, selectRequests } from '../../store/access-requests.ts'
import { suggestCustomer } from './suggest-customer.ts'

type Route = typeof contract.accessRequests.list

/** Reads the filters and the order of a list of requests. */
export const requestMatchOf = async (
  ctx: Ctx,
  query: Omit<InputOf<Route>['query'], 'page' | 'page_size'>,
): Promise<RequestMatch> => ({
  state: query.state,
  customerId: query.customer,
  ...(await readListMatch(ctx, query)),
})

/** Lists requests for a login, the open ones with the customer that they name. */
export async function listAccessRequests(
  ctx: Ctx,
  { query }: InputOf<Route>,
): Promise<HandlerReplyOf<Route>> {
  refuseTooDeep(query, 'the list by a filter')
  const page = { limit: query.page_size, offset: offsetOf(query) }
  const { count, rows } = await selectRequests(ctx, await requestMatchOf(ctx, query), page)
  const results = await presentRequests(ctx, rows)
  const path = contract.accessRequests.list.path.replace(':account', ctx.accountId)
  return pagedReply(path, query, count, results)
}

/** Returns requests as the API shows them. */
export async function presentRequests(ctx: Ctx, rows: readonly ListedRequest[]): Promise<AccessRequest[]> {
  const results: AccessRequest[] = []
  for (const row of rows) results.push(await presentRequest(ctx, row))
  return results
}

/** Returns a request as the API shows it. */
export async function presentRequest(ctx: Ctx, row: ListedRequest): Promise<AccessRequest> {
  const suggested = row.state === 'open' ? await suggestFrom(ctx, row) : null
  return {
    pk: row.id,
    name: row.name,
    email: row.email,
    reference: row.reference,
    earlier: row.earlier,
    state: row.state,
    customer: row.customer_id === null ? null : { pk: row.customer_id, short_name: row.short_name ?? '' },
    suggested: suggested && { pk: suggested.id, short_name: suggested.shortName },
    created_at: isoInstant(row.created_at.getTime()),
    decided_at: row.decided_at === null ? null : isoInstant(row.decided_at.getTime()),
  }
}

/** Returns the customer that the latest texts of a request name, or else those before. */
async function suggestFrom(ctx: Ctx, { email, reference, earlier }: ListedRequest) {
  for (const text of [reference, ...earlier.map((one) => one.reference)]) {
    const suggested = await suggestCustomer(ctx, { email, reference: text })
    if (suggested !== null) return suggested
  }
  return null
}
