import { expect, it } from 'vitest'
import { monthBars, monthOf } from './month-bars.ts'
import type { ReportFigures } from './report-figures.ts'

const bars = (currency: string, ...amounts: (readonly [invoiced: string, collected: string])[]) => {
  const months = amounts.map(([invoiced, collected]) => ({ until: '2026-11-20', invoiced, collected }))
  return monthBars({ currency, months } as unknown as ReportFigures).map((one) => [
    one.invoiced,
    one.collected,
  ])
}

it('scales each month by the highest figure', () => {
  expect(bars('USD', ['400.00', '100.00'], ['0.00', '300.00'])).toEqual([
    [1, 0.25],
    [0, 0.75],
  ])
  expect(bars('JPY', ['1', '3'])).toEqual([[0.333, 1]])
})

it('draws no bar for zero or negative amounts', () => {
  expect(bars('USD', ['10.00', '-50.00'])).toEqual([[1, 0]])
  expect(bars('USD', ['0.00', '0.00'])).toEqual([[0, 0]])
})

it('returns the month and year of a date', () => {
  expect(monthOf('2026-09-30')).toEqual({ name: 'Sep', year: 2026 })
})
