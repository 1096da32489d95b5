import { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { searchable } from '../../../../domain/parsing/search-text.ts'
import type { BaseCtx } from '../../../platform/context.ts'
import { offsetOf, orderOf, pagedReply } from '../../../platform/http/paging.ts'
import { isOutboundPaused } from '../../../platform/outbound.ts'
import { refuse } from '../../../platform/refusal.ts'
import { findUser, type User } from '../../identity/index.ts'
import { selectAccountsOf } from '../store/members.ts'
import { showAccount } from './show-account.ts'

type Route = typeof contract.accounts.list

/** Lists the accounts of the logged-in person. Each shows only their own membership. */
export async function listAccounts(ctx: BaseCtx, { query }: InputOf<Route>): Promise<HandlerReplyOf<Route>> {
  const { actor } = ctx
  if (actor.kind !== 'staff') throw refuse('not_allowed')
  const user = await findUser(ctx, actor.userId)
  if (user === null) throw refuse('session_ended')
  const { column, direction } = orderOf(query.order_by)
  const { count, accounts } = await selectAccountsOf(ctx, user.id, {
    search: searchable(query.search) ?? '',
    column: column === 'created' ? 'created' : 'company_name',
    direction,
    limit: query.page_size,
    offset: offsetOf(query),
  })
  const held = await isOutboundPaused(ctx.db)
  const results = accounts.map(({ account, role }) =>
    showAccount(ctx, account, role, [ownMembership(user, role)], { held, secondFactor: user.secondFactor }),
  )
  return pagedReply(contract.accounts.list.path, query, count, results)
}

const ownMembership = (user: User, role: Parameters<typeof showAccount>[2]) => ({
  userId: user.id,
  role,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
})
