import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { feeMonth } from '../../../../domain/late-fees/fee-month.ts'

/** Text of the line on an invoice; {month} stands for the month of its day: 'Late fee, November 2026'. */
export const lineText = (template: string, day: CalendarDate): string =>
  template.replaceAll('{month}', feeMonth(day))
