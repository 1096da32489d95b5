import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { type GroupReply, presentGroup } from '../../rules.ts'
import { lockGroup, readGroup, updateGroup } from '../../store/groups.ts'
import { checkName } from './check-name.ts'

/** Renames a group. Refuses not_found, and a name that another group has beside `name`. */
export async function renameGroup(ctx: Ctx, id: string, name: string): Promise<GroupReply> {
  await checkName(ctx, name, id)
  const before = await lockGroup(ctx, id, 'share')
  if (before === null) throw refuse('not_found')
  await updateGroup(ctx, id, { name })
  const detail = { name: before, new_name: name }
  await audit(ctx, 'customers.rename-group', { type: 'customer_group', id }, detail)
  return presentGroup(await readGroup(ctx, id))
}
