import type { StatementSettingsReply } from '../../../../../contract/statements/sending.ts'
import { addDays } from '../../../../../domain/dates/calendar.ts'
import { nextSending } from '../../../../../domain/statements/statement-schedule.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readStatementSettings } from '../../store/settings.ts'
import { readSchedule } from '../engine/read-schedule.ts'

/** Returns how the account sends statements by itself, and when it does so next. */
export async function showSettings(ctx: Ctx): Promise<StatementSettingsReply> {
  const { kind, send_day, send_hour, only_open } = await readStatementSettings(ctx)
  return { kind, send_day, send_hour, only_open, next: await findNext(ctx) }
}

async function findNext(ctx: Ctx): Promise<StatementSettingsReply['next']> {
  const schedule = await readSchedule(ctx)
  if (schedule === null) return null
  const { reached, on_since, send_day, daysOff } = schedule
  const after = reached < on_since ? addDays(on_since, -1) : reached
  const { sendOn, period } = nextSending(after, send_day, daysOff)
  return { send_on: sendOn, ...period }
}
