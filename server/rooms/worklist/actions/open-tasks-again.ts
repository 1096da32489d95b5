import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { changeTask, lockTask } from '../store/tasks.ts'

/** Opens the tasks of causes that are back, unless a person ended them. `reason` says why, in a sentence. */
export async function openTasksAgain(ctx: Ctx, keys: readonly string[], reason: string): Promise<void> {
  for (const key of keys) {
    const task = await lockTask(ctx, { key })
    if (!task || task.status === 'open' || task.done_by !== null) continue
    await changeTask(ctx, task.id, { status: 'open', done_at: null, outcome: '' })
    await audit(
      ctx,
      'worklist.reopen',
      { type: 'task', id: task.id },
      { name: task.title, customer: task.customer_id, reason },
    )
  }
}
