import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { deletePause, type PauseScope } from '../../store/pauses.ts'
import { checkSubject } from './check-subject.ts'

/** Ends a pause. Does nothing without one. Refuses not_found. */
export async function resumeReminders(ctx: Ctx, scope: PauseScope, subject: string): Promise<void> {
  const object = await checkSubject(ctx, scope, subject)
  if (await deletePause(ctx, scope, subject)) await audit(ctx, 'reminders.resume', object)
}
