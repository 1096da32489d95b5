import type { Filter, FilterOperator } from '../../../../../contract/filters.ts'
import { addDays, type CalendarDate } from '../../../../../domain/dates/calendar.ts'

/** More days past due means an earlier due date. */
const OF_DUE_DATE: Readonly<Record<FilterOperator, FilterOperator>> = {
  lt: 'gt',
  lte: 'gte',
  gt: 'lt',
  gte: 'lte',
  eq: 'eq',
  neq: 'neq',
}
/** A century: due dates beyond it have no meaning, and calendars end. */
const MOST_DAYS = 36_525

/** Rewrites conditions on the days past due as conditions on the due date of what is still owed. */
export function rewriteOverdueFilters(filters: readonly Filter[], today: CalendarDate): readonly Filter[] {
  if (filters.every(({ name }) => name !== 'days_past_due')) return filters
  const dated = filters.map((filter) => {
    if (filter.name !== 'days_past_due') return filter
    const days = Math.max(-MOST_DAYS, Math.min(MOST_DAYS, Number(filter.argument)))
    return {
      ...filter,
      name: 'due_date',
      operator: OF_DUE_DATE[filter.operator],
      argument: addDays(today, -days),
    }
  })
  return [...dated, { name: 'remaining', operator: 'gt', argument: '0', exclude: false }]
}
