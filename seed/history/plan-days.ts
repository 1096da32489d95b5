import { type CalendarDate, dateOfDayNumber, dayNumber, weekday } from '../../domain/dates/calendar.ts'
import { startOfDayInZone } from '../../domain/dates/time-zone.ts'

export interface PlanDay {
  readonly date: CalendarDate
  /** Midnight in the account's zone, epoch ms. */
  readonly startsAt: number
  /** Monday is 1, Sunday 7. */
  readonly weekday: number
  /** 1 to 31. */
  readonly ofMonth: number
  /** 0 to 11. */
  readonly month: number
}

/** Monthly weights from January: quiet after New Year, busy before summer and at the end of the year. */
const SEASON = [78, 80, 92, 100, 112, 124, 116, 94, 98, 108, 122, 134]
/** Weekday weights from Monday. */
const WEEK = [120, 112, 108, 106, 100, 14, 5]

/** Returns `days` days that end with `last`, with their midnights in a time zone. */
export function planDays(last: CalendarDate, days: number, timezone: string): PlanDay[] {
  const end = dayNumber(last)
  return Array.from({ length: days }, (_, at) => {
    const date = dateOfDayNumber(end - days + 1 + at)
    return {
      date,
      startsAt: startOfDayInZone(date, timezone),
      weekday: weekday(date) || 7,
      ofMonth: Number(date.slice(8)),
      month: Number(date.slice(5, 7)) - 1,
    }
  })
}

/**
 * Returns the number of invoices per day: growing over the years, with seasons and quiet weekends. The sum is
 * `invoices`.
 */
export function invoicesByDay(days: readonly PlanDay[], invoices: number): number[] {
  const weights = days.map((day, at) => (1 + at / days.length) * SEASON[day.month]! * WEEK[day.weekday - 1]!)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let sum = 0
  let given = 0
  return weights.map((weight) => {
    sum += weight
    const upToHere = Math.round((invoices * sum) / total)
    const count = upToHere - given
    given = upToHere
    return count
  })
}
