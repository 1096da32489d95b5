import type { customerGroups } from '../../../../../contract/customer-groups.ts'
import { readFilters } from '../../../../../contract/filters.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { dateInZone } from '../../../../../domain/dates/calendar.ts'
import { searchable } from '../../../../../domain/parsing/search-text.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { moveToGroup } from '../../store/groups.ts'
import { selectCustomerIds } from '../../store/list-customers.ts'
import { checkGroup } from './check-group.ts'

/** Moves that many customers within seconds. */
const MAX_MOVED = 10_000

type Body = InputOf<typeof customerGroups.moveCustomers>['body']

/**
 * Moves the named customers, or all that match, to a group or out of theirs. Returns the number of customers
 * whose group changed. Refuses unknown ids beside `group` and `customers`, and wrong_state when too many match.
 */
export async function moveCustomers(ctx: Ctx, body: Body): Promise<{ moved: number }> {
  const name = body.group === null ? null : await checkGroup(ctx, body.group)
  const ids = body.customers
    ? [...new Set(body.customers.map((id) => id.toLowerCase()))]
    : await findMatching(ctx, body.matching ?? { search: '' })
  const { found, moved } = await moveToGroup(ctx, body.group, ids)
  if (body.customers && found < ids.length)
    throw refuseFields({ customers: ['One of these customers does not exist. Reload the list.'] })
  const object = { type: 'customer_group', id: body.group }
  if (name === null) await audit(ctx, 'customers.leave-groups', object, { moved })
  else await audit(ctx, 'customers.move-to-group', object, { name, moved })
  return { moved }
}

async function findMatching(ctx: Ctx, matching: NonNullable<Body['matching']>): Promise<string[]> {
  const { currency, timezone } = await readAccountRow(ctx)
  const ids = await selectCustomerIds(
    ctx,
    {
      currency,
      timezone,
      today: dateInZone(ctx.now, timezone),
      search: searchable(matching.search) ?? '',
      filters: readFilters(matching),
    },
    MAX_MOVED + 1,
  )
  if (ids.length > MAX_MOVED)
    throw refuse('wrong_state', 'You can move at most 10,000 customers at once. Narrow the list first.')
  return ids
}
