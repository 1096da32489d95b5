import { datePartsOf, MONTH_NAMES } from '../../../domain/dates/calendar.ts'
import { parseAmount } from '../../../domain/money/money.ts'
import type { ReportFigures } from './report-currency.tsx'

/** A month's two bars, as parts of the highest of all from 0 to 1. What went back beyond what came in has no bar. */
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

/** 'Nov' and '2026' of a day. */
export function monthOf(day: string): { name: string; year: number } {
  const { year, month } = datePartsOf(day)
  return { name: MONTH_NAMES[month - 1]!.slice(0, 3), year }
}
