import type { customerGroups } from '../../../../../contract/customer-groups.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { groupSwitchesOfBody } from '../../rules/group-switches.ts'
import { type GroupReply, presentGroup } from '../../rules.ts'
import { lockGroup, readGroup, updateGroup } from '../../store/groups.ts'

/**
 * Switches reminders, statements, late fees and automatic payments of a group's customers on or off; those that are not named
 * stay. Refuses not_found.
 */
export async function changeSwitches(
  ctx: Ctx,
  id: string,
  body: InputOf<typeof customerGroups.changeSwitches>['body'],
): Promise<GroupReply> {
  const name = await lockGroup(ctx, id, 'update')
  if (name === null) throw refuse('not_found')
  const before = await readGroup(ctx, id)
  const changes = groupSwitchesOfBody(before, body)
  if (changes.length === 0) return presentGroup(before)
  await updateGroup(ctx, id, Object.fromEntries(changes.map(({ column, on }) => [column, on])))
  const changed = changes.map(({ field, on }) => `${field} ${on ? 'on' : 'off'}`)
  await audit(ctx, 'customers.change-group-switches', { type: 'customer_group', id }, { name, changed })
  return presentGroup(await readGroup(ctx, id))
}
