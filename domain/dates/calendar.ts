export { dateInZone, isTimeZone } from './wall-clock.ts'

/** A day of the Gregorian calendar, 'YYYY-MM-DD', of no particular time zone. */
export type CalendarDate = string

const MIN_YEAR = 1900
export const MAX_YEAR = 2200

type Parts = { year: number; month: number; day: number }

const SHAPE = /^\d{4}-\d{2}-\d{2}$/

/** Number of days of a month (1 to 12). */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function isRealDay({ year, month, day }: Parts): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** True for a day that exists, of the years 1900 to 2200. */
export function isCalendarDate(text: string): boolean {
  if (!SHAPE.test(text)) return false
  const parts = split(text)
  return parts.year >= MIN_YEAR && parts.year <= MAX_YEAR && isRealDay(parts)
}

/** Builds a date from its parts, or null when there is no such day in the years 1900 to 2200. */
export function calendarDate(year: number, month: number, day: number): CalendarDate | null {
  const whole = [year, month, day].every((part) => Number.isInteger(part))
  if (!whole || year < MIN_YEAR || year > MAX_YEAR || !isRealDay({ year, month, day })) return null
  return join({ year, month, day })
}

function split(date: CalendarDate): Parts {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) }
}

function join({ year, month, day }: Parts): CalendarDate {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Splits a date into numbers. Throws RangeError for text that isn't a day. */
export function datePartsOf(date: CalendarDate): Parts {
  const parts = SHAPE.test(date) ? split(date) : null
  if (!parts || !isRealDay(parts)) throw new RangeError(`Not a calendar date: ${String(date).slice(0, 20)}`)
  return parts
}

// Years are counted from March, so that the leap day is the last of its year and needs no special case.
const EPOCH_FROM_MARCH_OF_YEAR_0 = 719_468

const daysBeforeYear = (year: number) =>
  365 * year + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400)

/** Days since 1970-01-01. */
export function dayNumber(date: CalendarDate): number {
  const { year, month, day } = datePartsOf(date)
  const fromMarch = month > 2 ? month - 3 : month + 9
  const dayOfYear = Math.floor((153 * fromMarch + 2) / 5) + day - 1
  return daysBeforeYear(month > 2 ? year : year - 1) + dayOfYear - EPOCH_FROM_MARCH_OF_YEAR_0
}

/** The date of a number of days since 1970-01-01. Throws RangeError outside the years 1 to 9999. */
export function dateOfDayNumber(days: number): CalendarDate {
  if (!Number.isInteger(days)) throw new RangeError('Days are whole')
  const total = days + EPOCH_FROM_MARCH_OF_YEAR_0
  let year = Math.floor(total / 365.2425) // not money: the days of a mean year
  while (daysBeforeYear(year) > total) year -= 1
  while (daysBeforeYear(year + 1) <= total) year += 1
  const dayOfYear = total - daysBeforeYear(year)
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  const calendarYear = month <= 2 ? year + 1 : year
  if (calendarYear < 1 || calendarYear > 9999) throw new RangeError('The date is out of range')
  return join({ year: calendarYear, month, day })
}

/** The date a whole number of days later (or earlier, when negative). */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateOfDayNumber(dayNumber(date) + days)
}

/**
 * The same day some months later, or the month's last day when it has no such day: Jan 31 + 1 month is Feb
 * 28. A series counts from its first date ('2026-01-31' + 2 is Mar 31), or the day of the month would drift.
 */
export function addMonthsClamped(date: CalendarDate, months: number): CalendarDate {
  if (!Number.isInteger(months)) throw new RangeError('Months are whole')
  const { year, month, day } = datePartsOf(date)
  const index = year * 12 + (month - 1) + months
  const target = { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 }
  if (target.year < 1 || target.year > 9999) throw new RangeError('The date is out of range')
  return join({ ...target, day: Math.min(day, daysInMonth(target.year, target.month)) })
}

/** The last day of the date's month. */
export function endOfMonth(date: CalendarDate): CalendarDate {
  const { year, month } = datePartsOf(date)
  return join({ year, month, day: daysInMonth(year, month) })
}

/** The first day of the date's month. */
export function startOfMonth(date: CalendarDate): CalendarDate {
  return join({ ...datePartsOf(date), day: 1 })
}

/** Days from one date to another: positive when `to` is later. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayNumber(to) - dayNumber(from)
}

/** Order of two dates, for sorting: -1, 0 or 1. */
export function compareDates(a: CalendarDate, b: CalendarDate): -1 | 0 | 1 {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Day of the week: 0 is Sunday, 6 is Saturday. */
export function weekday(date: CalendarDate): number {
  return (((dayNumber(date) + 4) % 7) + 7) % 7
}

const WEEKDAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** 'Friday'. */
export const weekdayName = (date: CalendarDate): string => WEEKDAY_NAMES[weekday(date)]!

/** 'Fri'. */
export const shortWeekday = (date: CalendarDate): string => weekdayName(date).slice(0, 3)

/** True on Saturday and Sunday. */
export function isWeekend(date: CalendarDate): boolean {
  const day = weekday(date)
  return day === 0 || day === 6
}

/** How an account writes dates: Nov 20, 2026 · 20 Nov 2026 · 2026-11-20. */
export const DATE_FORMATS = ['MDY', 'DMY', 'YMD'] as const
export type DateFormat = (typeof DATE_FORMATS)[number]

export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** Writes a date for people, in the account's style: 'Nov 20, 2026'. */
export function formatDate(date: CalendarDate, style: DateFormat = 'MDY'): string {
  const { year, month, day } = datePartsOf(date)
  if (style === 'YMD') return join({ year, month, day })
  const name = MONTH_NAMES[month - 1]?.slice(0, 3)
  return style === 'DMY' ? `${day} ${name} ${year}` : `${name} ${day}, ${year}`
}
