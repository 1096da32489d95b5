import { type CalendarDate, type DateFormat, dayNumber, formatDate } from '../dates/calendar.ts'
import { DAY_MS } from '../dates/durations.ts'
import { shortDate } from '../dates/short-date.ts'
import { displayAmount } from '../money/money.ts'
import type { Language } from './languages.ts'

/** Writes dates and amounts for the readers of a mail. */
export interface Formats {
  amount(minor: bigint, currency: string): string
  date(date: CalendarDate): string
  /** Without the year when that is this year. */
  shortDate(date: CalendarDate): string
}

/** Dates follow the account's style where it is numeric or the language is English, otherwise the language. */
export function formatsOf(language: Language, style: DateFormat, today: CalendarDate): Formats {
  if (language === 'en')
    return {
      amount: (minor, currency) => displayAmount(minor, currency),
      date: (date) => formatDate(date, style),
      shortDate: (date) => shortDate(date, today, style),
    }
  const write = (date: CalendarDate, year: 'numeric' | undefined) =>
    style === 'YMD'
      ? formatDate(date, style)
      : new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year, timeZone: 'UTC' }).format(
          dayNumber(date) * DAY_MS,
        )
  return {
    amount: (minor, currency) => displayAmount(minor, currency, { locale: language }),
    date: (date) => write(date, 'numeric'),
    shortDate: (date) => write(date, date.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric'),
  }
}
