import type { CalendarDate } from './calendar.ts'
import { dayNumber } from './calendar.ts'
import { DAY_MS, MINUTE_MS } from './durations.ts'
import { wallTime } from './wall-clock.ts'

/** Selectable zone names, sorted. */
export function timeZoneNames(): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort()
}

/** Hour of the day (0 to 23) in a zone at an instant. */
export function hourInZone(instant: number, timeZone: string): number {
  return Math.floor(wallTime(instant, timeZone).second / 3600)
}

function offsetMs(instant: number, timeZone: string): number {
  const whole = Math.floor(instant / 1000) * 1000
  const { date, second } = wallTime(whole, timeZone)
  return dayNumber(date) * DAY_MS + second * 1000 - whole
}

/**
 * The instant (epoch milliseconds) at which a zone's clocks show a date and time. A skipped time moves
 * forward by the skipped amount; a repeated time means the first.
 */
export function instantInZone(date: CalendarDate, hour: number, minute: number, timeZone: string): number {
  const asUtc = dayNumber(date) * DAY_MS + (hour * 60 + minute) * MINUTE_MS
  const before = offsetMs(asUtc - DAY_MS, timeZone)
  const after = offsetMs(asUtc + DAY_MS, timeZone)
  const candidates = [asUtc - before, asUtc - after].sort((a, b) => a - b)
  const exact = candidates.find((instant) => instant + offsetMs(instant, timeZone) === asUtc)
  return exact ?? asUtc - before
}

/** The first instant of a date in a zone: midnight, or the moment after it where midnight is skipped. */
export function startOfDayInZone(date: CalendarDate, timeZone: string): number {
  return instantInZone(date, 0, 0, timeZone)
}
