import type { Ctx } from '../../../../platform/context.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import { lockGroupNamed, lockGroupNames } from '../../store/groups.ts'

/**
 * Refuses, beside `name`, a name that another group has. Locks the names of this account's groups. `groupId` is
 * null for a new group.
 */
export async function checkName(ctx: Ctx, name: string, groupId: string | null): Promise<void> {
  await lockGroupNames(ctx)
  const holder = await lockGroupNamed(ctx, name)
  if (holder !== null && holder !== groupId)
    throw refuseFields({ name: ['Another group has this name. Choose a different one.'] })
}
