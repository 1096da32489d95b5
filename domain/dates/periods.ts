import { addDays, addMonthsClamped, type CalendarDate, endOfMonth, startOfMonth } from './calendar.ts'

/** Periods that a list's date filter names instead of dates, so that a saved view moves with the calendar. */
export const PERIODS = [
  'today',
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'this_month',
  'last_month',
  'this_year',
  'last_year',
  'next_7_days',
  'next_30_days',
] as const
export type Period = (typeof PERIODS)[number]

export const PERIOD_TEXTS: Readonly<Record<Period, string>> = {
  today: 'today',
  last_7_days: 'in the last 7 days',
  last_30_days: 'in the last 30 days',
  last_90_days: 'in the last 90 days',
  this_month: 'this month',
  last_month: 'last month',
  this_year: 'this year',
  last_year: 'last year',
  next_7_days: 'in the next 7 days',
  next_30_days: 'in the next 30 days',
}

export const isPeriod = (text: string): text is Period => (PERIODS as readonly string[]).includes(text)

/** The first and the last day of a period. The last 7 days end today, the next 7 days begin today. */
export function datesOfPeriod(
  period: Period,
  today: CalendarDate,
): { readonly from: CalendarDate; readonly to: CalendarDate } {
  const [, direction, days] = /^(last|next)_(\d+)_days$/.exec(period) ?? []
  if (direction === 'last') return { from: addDays(today, 1 - Number(days)), to: today }
  if (direction === 'next') return { from: today, to: addDays(today, Number(days) - 1) }
  if (period === 'today') return { from: today, to: today }
  if (period === 'this_month') return { from: startOfMonth(today), to: endOfMonth(today) }
  if (period === 'last_month') {
    const before = addMonthsClamped(today, -1)
    return { from: startOfMonth(before), to: endOfMonth(before) }
  }
  const year = addMonthsClamped(today, period === 'last_year' ? -12 : 0).slice(0, 4)
  return { from: `${year}-01-01`, to: `${year}-12-31` }
}
