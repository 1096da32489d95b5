import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { lockTask } from '../store/tasks.ts'
import type { TaskRow } from '../tables.ts'

/** Locks a task that is open. Refuses not_found, and wrong_state for one that is done. */
export async function lockOpenTask(ctx: Ctx, id: string): Promise<TaskRow> {
  const task = await lockTask(ctx, { id })
  if (!task) throw refuse('not_found')
  if (task.status === 'done')
    throw refuse('wrong_state', 'This task is done already. Reopen it to change it.')
  return task
}
