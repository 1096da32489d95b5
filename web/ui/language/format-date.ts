import {
  type CalendarDate,
  type DateFormat,
  formatDate as englishDate,
} from '../../../domain/dates/calendar.ts'
import { LANGUAGE, LOCALE } from './locale.ts'

/** Writes a date for customers: in the company's order in English, 'Nov 26, 2026', else as the language writes it. */
export const formatDate = (date: CalendarDate, style: DateFormat): string =>
  LANGUAGE === 'en' || style === 'YMD'
    ? englishDate(date, style)
    : new Intl.DateTimeFormat(LOCALE, {
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        timeZone: 'UTC',
      }).format(new Date(date))
