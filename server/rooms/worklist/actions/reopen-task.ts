import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { changeTask, lockTask } from '../store/tasks.ts'
import { readTask } from './read-task.ts'

/**
 * Opens a done task again. It then stays open until a person ends it, also when its invoices are settled. Refuses not_found,
 * and wrong_state for one that is open.
 */
export async function reopenTask(ctx: Ctx, id: string) {
  const task = await lockTask(ctx, { id })
  if (!task) throw refuse('not_found')
  if (task.status === 'open') throw refuse('wrong_state', 'This task is open already.')
  await changeTask(ctx, id, {
    status: 'open',
    done_at: null,
    done_by: null,
    outcome: '',
    ends_when_settled: false,
  })
  await audit(ctx, 'worklist.reopen', { type: 'task', id }, { name: task.title, customer: task.customer_id })
  return readTask(ctx, id)
}
