import { expect, it } from 'vitest'
import { toMinor } from './units.ts'

it.each([
  [1_234, 'usd', 1_234n],
  [500, 'jpy', 500n],
  [12_300, 'isk', 123n],
  [-5_000, 'ugx', -50n],
  [7, 'mga', 700n],
  [5_120, 'kwd', 5_120n],
])('reads %i in Stripe’s unit of %s as minor units', (amount, currency, minor) => {
  expect(toMinor(amount, currency)).toBe(minor)
})

it('refuses a part of a unit', () => {
  expect(() => toMinor(12_345, 'isk')).toThrow(/no whole amount/)
})
