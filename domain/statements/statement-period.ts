import { addMonthsClamped, type CalendarDate } from '../dates/calendar.ts'
import { msg, type Text } from '../languages/msg.ts'

/** First and last day that a statement covers, in the account's time zone. */
export interface StatementPeriod {
  readonly from: CalendarDate
  readonly to: CalendarDate
}

/** Longest period of a statement, in months. */
const MAX_STATEMENT_MONTHS = 24

export interface PeriodProblem {
  readonly field: keyof StatementPeriod
  readonly message: Text
}

const TOO_LONG = msg('Choose a period of at most {count, plural, one {# month} other {# months}}.', {
  count: MAX_STATEMENT_MONTHS,
})

/** Returns why no statement can be made for a period as of a day; null when one can. */
export function findPeriodProblem({ from, to }: StatementPeriod, today: CalendarDate): PeriodProblem | null {
  if (from > today) return { field: 'from', message: msg('The period can’t begin in the future.') }
  if (to > today) return { field: 'to', message: msg('The period can’t end in the future.') }
  if (to < from) return { field: 'to', message: msg('The period ends before it begins.') }
  if (to >= addMonthsClamped(from, MAX_STATEMENT_MONTHS)) return { field: 'to', message: TOO_LONG }
  return null
}
