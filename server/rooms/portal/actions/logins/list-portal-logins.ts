import { contract } from '../../../../../contract/index.ts'
import type { PortalLoginEntry } from '../../../../../contract/portal-access/portal-logins.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { searchable } from '../../../../../domain/parsing/search-text.ts'
import { isoInstant } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { offsetOf, orderOf, pagedReply, refuseTooDeep } from '../../../../platform/http/paging.ts'
import { type PortalLoginRow, selectPortalLogins } from '../../store/portal-logins.ts'

type Route = typeof contract.portalLogins.list

/** Lists who logs in for which customer, those who no longer do, and the customers without a login. */
export async function listPortalLogins(ctx: Ctx, { query }: InputOf<Route>): Promise<HandlerReplyOf<Route>> {
  refuseTooDeep(query, 'the list by a search')
  const filter = {
    search: searchable(query.search) ?? '',
    state: query.state,
    customerId: query.customer,
    orderBy: orderOf(query.order_by),
  }
  const { count, rows } = await selectPortalLogins(ctx, filter, query.page_size, offsetOf(query))
  const path = contract.portalLogins.list.path.replace(':account', ctx.accountId)
  return pagedReply(path, query, count, rows.map(presentPortalLogin))
}

const instantOf = (at: Date | null): string | null => (at === null ? null : isoInstant(at.getTime()))

export const presentPortalLogin = (row: PortalLoginRow): PortalLoginEntry => ({
  email: row.email,
  customer: row.customer_id,
  short_name: row.short_name,
  login: row.login,
  state: row.state,
  first: row.first,
  invited_at: instantOf(row.invited_at),
  last_seen_at: instantOf(row.last_seen_at),
  ended_at: instantOf(row.ended_at),
})
