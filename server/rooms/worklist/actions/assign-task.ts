import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { changeTask } from '../store/tasks.ts'
import { checkMember } from './check-member.ts'
import { lockOpenTask } from './lock-open-task.ts'
import { readMemberNames, readTask } from './read-task.ts'

/**
 * Assigns a task to a member, or to nobody. Refuses not_found, wrong_state for one that is done, and somebody who is no member
 * beside `assignee`.
 */
export async function assignTask(ctx: Ctx, id: string, assignee: string | null) {
  const task = await lockOpenTask(ctx, id)
  await checkMember(ctx, assignee)
  if (assignee !== task.assigned_to) {
    await changeTask(ctx, id, { assigned_to: assignee })
    const to = assignee === null ? 'nobody' : (await readMemberNames(ctx)).get(assignee)
    await audit(
      ctx,
      'worklist.assign',
      { type: 'task', id },
      { name: task.title, customer: task.customer_id, to },
    )
  }
  return readTask(ctx, id)
}
