import { addDays, type CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { DaysOff } from '../../../../domain/reminders/working-day.ts'
import type { StatementPeriod } from '../../../../domain/statements/statement-period.ts'
import { latestSending } from '../../../../domain/statements/statement-schedule.ts'

interface Schedule {
  readonly send_day: number
  /** First day of the schedule. */
  readonly on_since: CalendarDate
  readonly daysOff: DaysOff
  /** Last day whose hour of sending has come. */
  readonly reached: CalendarDate
}

/**
 * Returns the period whose statements are due: that of the latest sending since the schedule began, because missed ones are not
 * made up for. After the day of the month was changed, it begins on the day after the last period. Null when nothing is due.
 */
export function findDuePeriod(
  { send_day, on_since, daysOff, reached }: Schedule,
  lastTo: CalendarDate | null,
): StatementPeriod | null {
  const { sendOn, period } = latestSending(reached, send_day, daysOff)
  if (sendOn < on_since) return null
  const from = lastTo === null || lastTo < period.from ? period.from : addDays(lastTo, 1)
  return from > period.to ? null : { from, to: period.to }
}
