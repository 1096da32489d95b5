import type { contract } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/route.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { changeTask, type TaskChanges } from '../store/tasks.ts'
import { lockOpenTask } from './lock-open-task.ts'
import { readTask } from './read-task.ts'

type Body = InputOf<typeof contract.worklist.update>['body']

/** Changes texts and day of a task. Refuses not_found, and wrong_state for one that is done. */
export async function updateTask(ctx: Ctx, id: string, body: Body) {
  const task = await lockOpenTask(ctx, id)
  const changes: TaskChanges = {
    ...(body.title !== undefined && body.title !== task.title && { title: body.title }),
    ...(body.note !== undefined && body.note !== task.note && { note: body.note }),
    ...(body.due_on !== undefined && body.due_on !== task.due_on && { due_on: body.due_on }),
  }
  const changed = Object.keys(changes)
  if (changed.length > 0) {
    await changeTask(ctx, id, changes)
    await audit(
      ctx,
      'worklist.update',
      { type: 'task', id },
      { name: changes.title ?? task.title, customer: task.customer_id, changed },
    )
  }
  return readTask(ctx, id)
}
