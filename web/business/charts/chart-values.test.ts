import { expect, it } from 'vitest'
import { axisText, axisTop, heightOf, monthNames } from './chart-values.ts'

it.each([
  [0, 1],
  [7, 10],
  [10, 10],
  [11, 20],
  [21_500, 25_000],
  [80_100, 100_000],
])('ends an axis for %d at %d', (highest, top) => expect(axisTop(highest)).toBe(top))

it.each([
  [0, '0'],
  [12.5, '12.5'],
  [20_000, '20k'],
  [3750, '3.75k'],
  [1250, '1.25k'],
  [2_500_000, '2.5M'],
  [1_000_000_000, '1B'],
])('shortens %d to %s', (value, text) => expect(axisText(value)).toBe(text))

it('draws negative and missing figures as nothing', () => {
  expect([heightOf('-3.00'), heightOf(null), heightOf('12.50')]).toEqual([0, 0, 12.5])
})

it('names a month', () => expect(monthNames('2026-11-20')).toEqual({ short: 'Nov', long: 'November 2026' }))
