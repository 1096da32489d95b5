import { expect, it } from 'vitest'
import { withMonthOf } from './fee-month.ts'

it.each([
  ['en', 'Late fee, March 2026'],
  ['de', 'Late fee, März 2026'],
  ['fr', 'Late fee, mars 2026'],
  ['es', 'Late fee, marzo de 2026'],
] as const)('writes the month of a fee in %s', (language, text) => {
  expect(withMonthOf('Late fee, March 2026', '2026-03-02', language)).toBe(text)
  expect(withMonthOf('March special', '2026-03-02', language), 'the company’s own words stay').toBe(
    'March special',
  )
})
