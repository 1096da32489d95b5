import type { Ctx } from '../../../../platform/context.ts'
import type { GroupSwitches } from '../../rules.ts'
import { selectGroupSwitches } from '../../store/groups.ts'

/** Returns what a group switches on or off for its customers; null when there is no such group. */
export const readGroupSwitches = (ctx: Ctx, id: string): Promise<GroupSwitches | null> =>
  selectGroupSwitches(ctx, id)
