import { datePartsOf, MONTH_NAMES } from '../../../domain/dates/calendar.ts'

/** A readable top for an axis: 1, 2, 2.5 or 5 times a power of ten, at least `highest`. Not money: a position on the axis. */
export function axisTop(highest: number): number {
  if (highest <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(highest))
  return ([1, 2, 2.5, 5, 10].find((step) => step * power >= highest) ?? 10) * power
}

/** '80k', '1.25M'; short enough for an axis, and exact for its quarters. Not money: a label of the axis. */
export function axisText(value: number): string {
  const short = (by: number, unit: string) => `${Number((value / by).toFixed(2))}${unit}`
  if (value >= 1e9) return short(1e9, 'B')
  if (value >= 1e6) return short(1e6, 'M')
  return value >= 1000 ? short(1000, 'k') : String(Number(value.toFixed(2)))
}

/** An amount or figure of the API as a height. Not money: for drawing only. */
export const heightOf = (text: string | null): number => Math.max(0, Number(text ?? 0)) || 0

/** 'Nov' and 'November 2026'. */
export function monthNames(day: string): { short: string; long: string } {
  const { year, month } = datePartsOf(day)
  const name = MONTH_NAMES[month - 1]!
  return { short: name.slice(0, 3), long: `${name} ${year}` }
}

/** 'Nov 23'. */
export const dayName = (day: string): string => `${monthNames(day).short} ${datePartsOf(day).day}`
