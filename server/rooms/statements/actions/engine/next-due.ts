import { addDays } from '../../../../../domain/dates/calendar.ts'
import { instantInZone } from '../../../../../domain/dates/time-zone.ts'
import { nextSending } from '../../../../../domain/statements/statement-schedule.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { findDuePeriod } from '../../rules/due-sending.ts'
import { selectScheduledRuns } from '../../store/runs.ts'
import { readSchedule } from './read-schedule.ts'

/** Returns when statements are due next by the schedule, in epoch ms; null while it is off. */
export async function nextStatementsAt(ctx: Ctx): Promise<number | null> {
  const schedule = await readSchedule(ctx)
  if (schedule === null) return null
  const [last] = await selectScheduledRuns(ctx, 1)
  if (last?.state === 'running' || findDuePeriod(schedule, last?.period_to ?? null) !== null) return ctx.now
  const { reached, on_since, send_day, send_hour, daysOff, timezone } = schedule
  const after = reached < on_since ? addDays(on_since, -1) : reached
  return instantInZone(nextSending(after, send_day, daysOff).sendOn, send_hour, 0, timezone)
}
