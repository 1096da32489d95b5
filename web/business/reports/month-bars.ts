import { datePartsOf, MONTH_NAMES } from '../../../domain/dates/calendar.ts'
import { parseAmount } from '../../../domain/money/money.ts'
import type { ReportFigures } from './report-figures.ts'

/** Two bars of a month as fractions (0 to 1) of the highest figure. A negative amount has no bar. */
export interface MonthBars {
  readonly until: string
  readonly invoiced: number
  readonly collected: number
}

export function monthBars({ months, currency }: ReportFigures): MonthBars[] {
  const minor = (amount: string): bigint => {
    const parsed = parseAmount(amount, currency)
    return parsed.ok && parsed.minor > 0n ? parsed.minor : 0n
  }
  let highest = 1n
  for (const { invoiced, collected } of months)
    for (const one of [minor(invoiced), minor(collected)]) if (one > highest) highest = one
  const part = (amount: string): number => Number((minor(amount) * 1000n) / highest) / 1000
  return months.map(({ until, invoiced, collected }) => ({
    until,
    invoiced: part(invoiced),
    collected: part(collected),
  }))
}

/** Month and year of a date: 'Nov' and '2026'. */
export function monthOf(day: string): { name: string; year: number } {
  const { year, month } = datePartsOf(day)
  return { name: MONTH_NAMES[month - 1]!.slice(0, 3), year }
}
