import { addMonthsClamped, type CalendarDate } from '../dates/calendar.ts'

/** First and last day that a statement covers, in the account's time zone. */
export interface StatementPeriod {
  readonly from: CalendarDate
  readonly to: CalendarDate
}

/** Longest period of a statement, in months. */
export const MAX_STATEMENT_MONTHS = 24

export interface PeriodProblem {
  readonly field: keyof StatementPeriod
  readonly message: string
}

/** Returns why no statement can be made for a period as of a day; null when one can. */
export function findPeriodProblem({ from, to }: StatementPeriod, today: CalendarDate): PeriodProblem | null {
  if (from > today) return { field: 'from', message: 'The period can’t begin in the future.' }
  if (to > today) return { field: 'to', message: 'The period can’t end in the future.' }
  if (to < from) return { field: 'to', message: 'The period ends before it begins.' }
  if (to >= addMonthsClamped(from, MAX_STATEMENT_MONTHS))
    return { field: 'to', message: `Choose a period of at most ${MAX_STATEMENT_MONTHS} months.` }
  return null
}
