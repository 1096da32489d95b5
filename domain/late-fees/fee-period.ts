import {
  addDays,
  addMonthsClamped,
  type CalendarDate,
  calendarDate,
  compareDates,
  datePartsOf,
  daysBetween,
  daysInMonth,
  endOfMonth,
} from '../dates/calendar.ts'
import type { FeeTerms } from './fee-terms.ts'

/** A day on which an invoice is charged. */
export interface FeePeriod {
  /** Unique for an invoice and a rule, whatever day it is charged on: its place among the days, or the calendar month. */
  readonly number: number
  readonly day: CalendarDate
}

type Timing = Pick<FeeTerms, 'graceDays' | 'repeat' | 'everyDays' | 'dayOfMonth'>

/**
 * Returns the latest period of an invoice that has begun by `today`, or null before the first. Earlier ones that were missed are
 * not charged any more.
 */
export function latestPeriod(terms: Timing, dueDate: CalendarDate, today: CalendarDate): FeePeriod | null {
  const first = addDays(dueDate, terms.graceDays)
  if (terms.repeat === 'monthly') return latestMonth(terms.dayOfMonth, first, today)
  if (compareDates(today, first) < 0) return null
  if (terms.repeat === 'once') return { number: 0, day: first }
  const number = Math.floor(daysBetween(first, today) / terms.everyDays)
  return { number, day: addDays(first, number * terms.everyDays) }
}

function latestMonth(day: number | null, first: CalendarDate, today: CalendarDate): FeePeriod | null {
  const chosen = day ?? datePartsOf(first).day
  const inMonthOf = (date: CalendarDate): CalendarDate => {
    const { year, month } = datePartsOf(date)
    return calendarDate(year, month, Math.min(chosen, daysInMonth(year, month)))!
  }
  const thisMonth = inMonthOf(today)
  const latest = compareDates(thisMonth, today) <= 0 ? thisMonth : inMonthOf(addMonthsClamped(today, -1))
  return compareDates(latest, first) < 0 ? null : { number: monthNumber(latest), day: latest }
}

/** Returns the first period after a day. */
export function nextPeriod(terms: Timing, dueDate: CalendarDate, after: CalendarDate): FeePeriod | null {
  const first = addDays(dueDate, terms.graceDays)
  const latest = latestPeriod(terms, dueDate, after)
  if (terms.repeat === 'once') return latest === null ? { number: 0, day: first } : null
  if (terms.repeat === 'days')
    return latest === null
      ? { number: 0, day: first }
      : { number: latest.number + 1, day: addDays(latest.day, terms.everyDays) }
  const from = compareDates(after, first) < 0 ? addDays(first, -1) : after
  const thisMonth = latestMonth(terms.dayOfMonth, first, endOfMonth(from))
  return thisMonth !== null && compareDates(thisMonth.day, from) > 0
    ? thisMonth
    : latestMonth(terms.dayOfMonth, first, endOfMonth(addMonthsClamped(from, 1)))
}

const monthNumber = (date: CalendarDate): number => {
  const { year, month } = datePartsOf(date)
  return year * 12 + month
}

/**
 * True when a period may be charged after the invoice's last fee of the rule. Terms that changed meanwhile charge nothing sooner
 * than they would have: a month is charged once, and days keep their distance.
 */
export function mayFollow(period: FeePeriod, last: CalendarDate | null, terms: Timing): boolean {
  if (last === null) return true
  if (terms.repeat === 'once' || compareDates(period.day, last) <= 0) return false
  return terms.repeat === 'monthly'
    ? monthNumber(period.day) > monthNumber(last)
    : daysBetween(last, period.day) >= terms.everyDays
}
