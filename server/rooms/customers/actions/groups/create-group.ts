import { MAX_GROUPS } from '../../../../../domain/people/customer-group.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { type GroupReply, presentGroup } from '../../rules.ts'
import { readGroup, selectGroupNames } from '../../store/groups.ts'
import { addGroup } from './add-group.ts'
import { checkName } from './check-name.ts'

/** Creates a group without members. Refuses a name that is taken beside `name`, and wrong_state at the limit. */
export async function createGroup(ctx: Ctx, name: string): Promise<GroupReply> {
  await checkName(ctx, name, null)
  if ((await selectGroupNames(ctx)).length >= MAX_GROUPS)
    throw refuse('wrong_state', `You can have at most ${MAX_GROUPS} groups. Delete one you don’t need.`)
  return presentGroup(await readGroup(ctx, await addGroup(ctx, name)))
}
