import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import { todayOf } from '../../accounts/index.ts'
import { changeTask } from '../store/tasks.ts'
import { lockOpenTask } from './lock-open-task.ts'
import { readTask } from './read-task.ts'

/**
 * Hides a task until a day, or lists it again. Refuses not_found, wrong_state for one that is done, and a day that is not
 * after today beside `until`.
 */
export async function snoozeTask(
  ctx: Ctx,
  id: string,
  { until, note }: { readonly until: CalendarDate | null; readonly note: string },
) {
  const task = await lockOpenTask(ctx, id)
  if (until !== null && until <= (await todayOf(ctx)))
    throw refuseFields({ until: ['Choose a day after today.'] })
  await changeTask(ctx, id, { snoozed_until: until, snooze_note: until === null ? '' : note })
  const about = { name: task.title, customer: task.customer_id }
  const object = { type: 'task', id }
  if (until === null) await audit(ctx, 'worklist.wake', object, about)
  else await audit(ctx, 'worklist.snooze', object, { ...about, until, ...(note !== '' && { note }) })
  return readTask(ctx, id)
}
