import { addDays, type CalendarDate, isWeekend } from '../dates/calendar.ts'

/** Days on which nothing is sent. */
export interface DaysOff {
  /** True when messages of Saturdays and Sundays wait for Monday. */
  readonly weekends: boolean
  /** Names of public holidays by date. */
  readonly holidays: ReadonlyMap<CalendarDate, string>
}

/** Why nothing is sent on a day. */
export type DayOff = { readonly kind: 'weekend' } | { readonly kind: 'holiday'; readonly name: string }

/** Returns why nothing is sent on this day; null on a working day. */
export function dayOff(day: CalendarDate, { weekends, holidays }: DaysOff): DayOff | null {
  const name = holidays.get(day)
  if (name !== undefined) return { kind: 'holiday', name }
  return weekends && isWeekend(day) ? { kind: 'weekend' } : null
}

/** Returns the day itself or the first working day after it. */
export function workingDayFrom(day: CalendarDate, daysOff: DaysOff): CalendarDate {
  let found = day
  while (dayOff(found, daysOff) !== null) found = addDays(found, 1)
  return found
}
