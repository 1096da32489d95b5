import { expect, it } from 'vitest'
import { addMonths, prorate } from './proration.ts'

const june = { startS: Date.UTC(2026, 5, 1) / 1000, endS: Date.UTC(2026, 6, 1) / 1000 }
const at = (day: number) => Date.UTC(2026, 5, day) / 1000

it('shares both prices by the rest of the month', () => {
  expect(prorate(49_99n, 99_99n, june, at(16))).toEqual({ chargeMinor: 50_00n, creditMinor: 25_00n })
  expect(prorate(49_99n, 99_99n, june, at(1))).toEqual({ chargeMinor: 99_99n, creditMinor: 49_99n })
})

it('shares nothing after the end and no more than a month before the start', () => {
  expect(prorate(49_99n, 99_99n, june, june.endS + 5)).toEqual({ chargeMinor: 0n, creditMinor: 0n })
  expect(prorate(49_99n, 99_99n, june, june.startS - 5)).toEqual({ chargeMinor: 99_99n, creditMinor: 49_99n })
})

it.each([
  ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00Z'],
  ['2026-12-15T00:00:00Z', 1, '2027-01-15T00:00:00Z'],
  ['2028-01-30T23:59:59Z', 1, '2028-02-29T23:59:59Z'],
  ['2026-05-31T00:00:00Z', 2, '2026-07-31T00:00:00Z'],
])('adds months to %s', (from, months, to) => {
  expect(addMonths(Date.parse(from), months)).toBe(Date.parse(to))
})
