import type { Ctx } from '../../../../platform/context.ts'
import { lockGroupNames, selectGroupNames } from '../../store/groups.ts'

/** Returns the names of the account's groups. `change` locks them until the transaction ends. */
export async function listGroupNames(ctx: Ctx, purpose: 'read' | 'change'): Promise<string[]> {
  if (purpose === 'change') await lockGroupNames(ctx)
  return selectGroupNames(ctx)
}
