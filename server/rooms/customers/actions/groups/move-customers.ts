import type { customerGroups } from '../../../../../contract/customer-groups.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import { insertGroupMove } from '../../store/group-moves.ts'
import { moveToGroup } from '../../store/groups.ts'
import { findSelectedCustomers } from '../find-selected-customers.ts'
import { checkGroup } from './check-group.ts'

type Body = InputOf<typeof customerGroups.moveCustomers>['body']

/**
 * Moves the named customers, or all that match, to a group or out of theirs. Returns the number of customers
 * whose group changed, and the id of the move, by which it can be undone. Refuses unknown ids beside `group` and `customers`, and wrong_state when too many match.
 */
export async function moveCustomers(ctx: Ctx, body: Body): Promise<{ moved: number; move: string | null }> {
  const name = body.group === null ? null : await checkGroup(ctx, body.group)
  const ids = await findSelectedCustomers(ctx, body)
  const { found, moved: changed } = await moveToGroup(ctx, body.group, ids)
  const moved = changed.length
  if (body.customers && found < ids.length)
    throw refuseFields({ customers: ['One of these customers does not exist. Reload the list.'] })
  const object = { type: 'customer_group', id: body.group }
  if (name === null) await audit(ctx, 'customers.leave-groups', object, { moved })
  else await audit(ctx, 'customers.move-to-group', object, { name, moved })
  return { moved, move: moved === 0 ? null : await insertGroupMove(ctx, body.group, changed) }
}
