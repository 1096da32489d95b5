import { type CalendarDate, type DateFormat, formatDate } from './calendar.ts'

/** A date without its year when that is this year: 'Dec 20', '20 Dec'; '2026-12-20' stays whole. */
export function shortDate(date: CalendarDate, today: CalendarDate, style: DateFormat): string {
  const whole = formatDate(date, style)
  if (style === 'YMD' || date.slice(0, 4) !== today.slice(0, 4)) return whole
  return whole.replace(/,? \d{4}$/, '')
}
