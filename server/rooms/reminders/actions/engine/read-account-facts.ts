import { dateInZone } from '../../../../../domain/dates/calendar.ts'
import { hourInZone } from '../../../../../domain/dates/time-zone.ts'
import type { AccountFacts } from '../../../../../domain/reminders/decide-reminder.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { isFresh, isSwitchedOn, readAccountRow } from '../../../accounts/index.ts'
import type { LocalTime } from '../../store/find-due.ts'
import { readHolidays } from './read-holidays.ts'

/** Returns the account's time, and what decisions need to know about it. */
export async function readAccountFacts(ctx: Ctx): Promise<AccountFacts & LocalTime> {
  const account = await readAccountRow(ctx)
  const { timezone } = account
  const today = dateInZone(ctx.now, timezone)
  return {
    today,
    hour: hourInZone(ctx.now, timezone),
    timezone,
    isOn: isSwitchedOn(account, ctx.now) && !account.usesLegacyReminders,
    waitsForBooks: !isFresh(account, ctx.now),
    daysOff: {
      weekends: account.holdingOnWeekend,
      holidays: await readHolidays(account.holidayCountry, today),
    },
  }
}
