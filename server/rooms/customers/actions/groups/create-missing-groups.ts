import type { Ctx } from '../../../../platform/context.ts'
import { lockGroupNamed } from '../../store/groups.ts'
import { addGroup } from './add-group.ts'

/**
 * Returns the ids of the groups with these names, and creates those that don't exist. No group is deleted until
 * the transaction ends. The caller has locked the names with `listGroupNames` and kept the limit.
 */
export async function createMissingGroups(
  ctx: Ctx,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  for (const name of names) ids.set(name, (await lockGroupNamed(ctx, name)) ?? (await addGroup(ctx, name)))
  return ids
}
