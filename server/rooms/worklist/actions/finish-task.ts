import { audit } from '../../../platform/audit.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { changeTask } from '../store/tasks.ts'
import { lockOpenTask } from './lock-open-task.ts'
import { readTask } from './read-task.ts'

/** Marks a task as done. Refuses not_found, and wrong_state for one that is done already. */
export async function finishTask(ctx: Ctx, id: string, outcome: string) {
  const task = await lockOpenTask(ctx, id)
  const by = ctx.actor.kind === 'staff' ? ctx.actor.userId : null
  await changeTask(ctx, id, { status: 'done', done_at: asDate(ctx.now), done_by: by, outcome })
  await audit(
    ctx,
    'worklist.finish',
    { type: 'task', id },
    { name: task.title, customer: task.customer_id, ...(outcome !== '' && { outcome }) },
  )
  return readTask(ctx, id)
}
