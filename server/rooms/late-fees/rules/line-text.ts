import { type CalendarDate, datePartsOf, MONTH_NAMES } from '../../../../domain/dates/calendar.ts'

/** Text of the line on an invoice; {month} stands for the month of its day: 'Late fee, November 2026'. */
export function lineText(template: string, day: CalendarDate): string {
  const { year, month } = datePartsOf(day)
  return template.replaceAll('{month}', `${MONTH_NAMES[month - 1]} ${year}`)
}
