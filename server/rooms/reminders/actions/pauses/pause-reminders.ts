import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import { todayOf } from '../../../accounts/index.ts'
import { type PauseFields, setPause } from '../../store/pauses.ts'
import { checkSubject } from './check-subject.ts'

/** Pauses reminders, or changes a pause. Refuses not_found, and a day that is not after today beside `until`. */
export async function pauseReminders(ctx: Ctx, fields: PauseFields) {
  const object = await checkSubject(ctx, fields.scope, fields.subject)
  if (fields.until !== null && fields.until <= (await todayOf(ctx)))
    throw refuseFields({ until: ['Choose a day after today.'] })
  await setPause(ctx, fields)
  await audit(ctx, 'reminders.pause', object, {
    ...(fields.until !== null && { until: fields.until }),
    ...(fields.note !== '' && { note: fields.note }),
  })
  return { until: fields.until, note: fields.note }
}
