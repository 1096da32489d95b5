import type { DateFormat } from '../../../../domain/dates/calendar.ts'
import {
  addDays,
  type CalendarDate,
  daysBetween,
  formatDate,
  shortWeekday,
} from '../../../../domain/dates/calendar.ts'
import {
  type DayOff,
  type DaysOff,
  dayOff,
  workingDayFrom,
} from '../../../../domain/reminders/working-day.ts'
import { offsetOf, type StepValues } from '../editor/flow-values.ts'

/** Dates of a real invoice, and the days on which nothing is sent. */
export interface RealDates {
  /** Primary key of the invoice. */
  readonly pk: string
  readonly number: string
  readonly invoiceDate: CalendarDate
  readonly dueDate: CalendarDate
  readonly daysOff: DaysOff
}

/** Day of a step for an invoice, and the working day for which it waits; the same day on most days. */
export interface StepDate {
  readonly planned: CalendarDate
  readonly day: CalendarDate
  readonly off: DayOff | null
}

/** Returns the day of a step; null after the payment, whose day nobody knows, and while its days are no number. */
export function stepDate(
  step: Pick<StepValues, 'days' | 'direction' | 'anchor'>,
  { invoiceDate, dueDate, daysOff }: RealDates,
): StepDate | null {
  const offset = offsetOf(step)
  if (step.anchor === 'paid' || Number.isNaN(offset)) return null
  const planned = addDays(step.anchor === 'invoice_date' ? invoiceDate : dueDate, offset)
  return { planned, day: workingDayFrom(planned, daysOff), off: dayOff(planned, daysOff) }
}

/** 'Mon, Dec 7, 2026'. */
export const dayText = (day: CalendarDate, style: DateFormat): string =>
  `${shortWeekday(day)}, ${formatDate(day, style)}`

/** Days without messages, as runs of days from the due date. */
export interface DaysOffRun {
  readonly first: number
  readonly last: number
  /** Names of the holidays among them. */
  readonly holidays: readonly string[]
}

/** Returns the runs of days off from `first` to `last`, which count from the due date. */
export function daysOffRuns(
  { dueDate, daysOff }: Pick<RealDates, 'dueDate' | 'daysOff'>,
  first: number,
  last: number,
): DaysOffRun[] {
  const runs: DaysOffRun[] = []
  for (let day = first; day <= last; day++) {
    const off = dayOff(addDays(dueDate, day), daysOff)
    if (off === null) continue
    const holidays = off.kind === 'holiday' ? [off.name] : []
    const before = runs.at(-1)
    if (before?.last === day - 1)
      runs[runs.length - 1] = { ...before, last: day, holidays: [...before.holidays, ...holidays] }
    else runs.push({ first: day, last: day, holidays })
  }
  return runs
}

/** Days from the invoice date to the due date. */
export const termDaysOf = ({ invoiceDate, dueDate }: Pick<RealDates, 'invoiceDate' | 'dueDate'>): number =>
  daysBetween(invoiceDate, dueDate)
