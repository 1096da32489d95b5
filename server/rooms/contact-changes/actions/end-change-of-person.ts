import type { Ctx } from '../../../platform/context.ts'
import { closeTasks } from '../../worklist/index.ts'
import { endChange, lockOpenChange } from '../store/changes.ts'
import { taskKey } from './propose-change.ts'

/** Withdraws a customer's open proposal if a person made it whose access ended. The customer is locked. */
export async function endChangeOfPerson(ctx: Ctx, customerId: string, portalUserId: string): Promise<void> {
  const open = await lockOpenChange(ctx, customerId)
  if (open?.proposed_by !== portalUserId) return
  await endChange(ctx, open.id, { state: 'withdrawn', by: null })
  await closeTasks(ctx, {
    keys: [taskKey(open.id)],
    outcome: 'The person who proposed it no longer has access.',
  })
}
