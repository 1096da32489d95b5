import { type CalendarDate, datePartsOf, dayNumber, MONTH_NAMES } from '../dates/calendar.ts'
import { DAY_MS } from '../dates/durations.ts'
import type { Language } from '../mails/languages.ts'

/** 'November 2026' */
export function feeMonth(day: CalendarDate): string {
  const { year, month } = datePartsOf(day)
  return `${MONTH_NAMES[month - 1]} ${year}`
}

/** Returns a fee's text with the month of its day as its reader writes it: 'Mahngebühr, November 2026'. */
export function withMonthOf(text: string, day: CalendarDate, language: Language): string {
  if (language === 'en') return text
  const format = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return text.replaceAll(feeMonth(day), format.format(dayNumber(day) * DAY_MS))
}
