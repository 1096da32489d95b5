import {
  addDays,
  addMonthsClamped,
  type CalendarDate,
  datePartsOf,
  daysInMonth,
  startOfMonth,
} from '../dates/calendar.ts'
import { type DaysOff, workingDayFrom } from '../reminders/working-day.ts'
import type { StatementPeriod } from './statement-period.ts'

/** Day of the month on which statements are sent: 1 to 31. A shorter month uses its last day. */
export type StatementDay = number

/** One monthly sending: the day on which it is due, and the days that it covers. */
export interface StatementSending {
  readonly sendOn: CalendarDate
  readonly period: StatementPeriod
}

/** Returns the schedule's day in the month of `date`, before days off are looked at. */
function statementDayIn(date: CalendarDate, day: StatementDay): CalendarDate {
  const { year, month } = datePartsOf(date)
  return addDays(startOfMonth(date), Math.min(day, daysInMonth(year, month)) - 1)
}

/**
 * Returns the sending of the month of `date`. It covers the days from the last month's day until the day
 * before this month's: sent on the 1st, it covers the whole month before. A day off moves the sending and
 * leaves the period.
 */
export function sendingIn(date: CalendarDate, day: StatementDay, daysOff: DaysOff): StatementSending {
  const nominal = statementDayIn(date, day)
  const before = statementDayIn(addMonthsClamped(startOfMonth(date), -1), day)
  return {
    sendOn: workingDayFrom(nominal, daysOff),
    period: { from: before, to: addDays(nominal, -1) },
  }
}

/** Returns the latest sending that is due on a day. A day off can move a sending into the next month. */
export function latestSending(today: CalendarDate, day: StatementDay, daysOff: DaysOff): StatementSending {
  for (let month = startOfMonth(today); ; month = addMonthsClamped(month, -1)) {
    const sending = sendingIn(month, day, daysOff)
    if (sending.sendOn <= today) return sending
  }
}

/** Returns the first sending after a day. */
export function nextSending(today: CalendarDate, day: StatementDay, daysOff: DaysOff): StatementSending {
  for (let month = addMonthsClamped(startOfMonth(today), -1); ; month = addMonthsClamped(month, 1)) {
    const sending = sendingIn(month, day, daysOff)
    if (sending.sendOn > today) return sending
  }
}
