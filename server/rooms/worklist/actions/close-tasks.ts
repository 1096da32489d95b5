import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { type EndedTask, endTasks } from '../store/tasks.ts'

/** Ends the open tasks of causes that are gone. `outcome` says why, in a sentence. */
export async function closeTasks(
  ctx: Ctx,
  { keys, outcome }: { readonly keys: readonly string[]; readonly outcome: string },
): Promise<void> {
  if (keys.length === 0) return
  await recordEnded(ctx, await endTasks(ctx, keys, outcome), outcome)
}

/** Audits tasks that ended by themselves. */
export async function recordEnded(ctx: Ctx, ended: readonly EndedTask[], reason: string): Promise<void> {
  for (const { id, title, customer_id: customer } of ended)
    await audit(ctx, 'worklist.end', { type: 'task', id }, { name: title, customer, reason })
}
