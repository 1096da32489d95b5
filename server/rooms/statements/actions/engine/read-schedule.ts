import { addDays, type CalendarDate, dateInZone } from '../../../../../domain/dates/calendar.ts'
import { hourInZone } from '../../../../../domain/dates/time-zone.ts'
import type { DaysOff } from '../../../../../domain/reminders/working-day.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readAccountRow, runsByItself } from '../../../accounts/index.ts'
import { readHolidays } from '../../../reminders/index.ts'
import { readStatementSettings, type StatementSettings } from '../../store/settings.ts'

/** The account's schedule of statements as of now. */
export interface StatementSchedule extends StatementSettings {
  readonly send_day: number
  readonly on_since: CalendarDate
  readonly timezone: string
  readonly daysOff: DaysOff
  /** Last day whose hour of sending has come. */
  readonly reached: CalendarDate
}

/** Returns the schedule; null while the account sends no statements by itself. */
export async function readSchedule(ctx: Ctx): Promise<StatementSchedule | null> {
  const settings = await readStatementSettings(ctx)
  const account = await readAccountRow(ctx)
  const { send_day, on_since, send_hour } = settings
  if (send_day === null || on_since === null || !runsByItself(account, ctx.now)) return null
  const today = dateInZone(ctx.now, account.timezone)
  const isReached = hourInZone(ctx.now, account.timezone) >= send_hour
  const holidays = await readHolidays(account.holidayCountry, today)
  return {
    ...settings,
    send_day,
    on_since,
    timezone: account.timezone,
    daysOff: { weekends: account.holdingOnWeekend, holidays },
    reached: isReached ? today : addDays(today, -1),
  }
}
