import type { customerGroups } from '../../../../../contract/customer-groups.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { searchable } from '../../../../../domain/parsing/search-text.ts'
import type { Ctx } from '../../../../platform/context.ts'
import {
  offsetOf,
  orderOf,
  type PagedReply,
  pagedReply,
  refuseTooDeep,
} from '../../../../platform/http/paging.ts'
import { type GroupReply, presentGroup } from '../../rules.ts'
import { selectGroups } from '../../store/groups.ts'

/** Returns a page of the account's groups. A search of one or two characters is ignored. */
export async function listGroups(
  ctx: Ctx,
  query: InputOf<typeof customerGroups.list>['query'],
): Promise<PagedReply<GroupReply>> {
  refuseTooDeep(query, 'the list by a search')
  const { count, groups } = await selectGroups(ctx, {
    search: searchable(query.search) ?? '',
    order: orderOf(query.order_by),
    limit: query.page_size,
    offset: offsetOf(query),
  })
  return pagedReply('/api/customer-groups/', query, count, groups.map(presentGroup))
}
