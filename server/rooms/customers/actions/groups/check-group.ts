import type { Ctx } from '../../../../platform/context.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import { lockGroup } from '../../store/groups.ts'

/**
 * Refuses, beside `group`, a group that is not one of this account. Keeps it from being deleted until the
 * transaction ends, and returns its name.
 */
export async function checkGroup(ctx: Ctx, id: string): Promise<string> {
  const name = await lockGroup(ctx, id, 'share')
  if (name === null) throw refuseFields({ group: ['This group does not exist.'] })
  return name
}
