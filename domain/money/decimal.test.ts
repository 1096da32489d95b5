import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareDecimals, formatDecimal, parseDecimal, trimDecimal } from './decimal.ts'

const MAX = 10n ** 15n

describe('decimal texts', () => {
  it('round trips every count in every number of digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -MAX, max: MAX }), fc.integer({ min: 0, max: 6 }), (value, digits) => {
        expect(parseDecimal(formatDecimal(value, digits), digits, MAX)).toEqual({ ok: true, value })
      }),
      { numRuns: 5000 },
    )
  })

  it('trimming never changes the value', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -MAX, max: MAX }), fc.integer({ min: 0, max: 6 }), (value, digits) => {
        const text = formatDecimal(value, digits)
        expect(compareDecimals(trimDecimal(text), text)).toBe(0)
        expect(trimDecimal(text)).not.toMatch(/\.$|\.\d*0$/)
      }),
    )
  })

  it('compares like the integers they stand for', () => {
    const big = fc.bigInt({ min: -MAX, max: MAX })
    fc.assert(
      fc.property(big, big, (a, b) => {
        const order = a < b ? -1 : a > b ? 1 : 0
        expect(compareDecimals(formatDecimal(a, 3), formatDecimal(b, 3))).toBe(order)
      }),
    )
    expect(compareDecimals('+1.5', '1.50')).toBe(0)
    expect(compareDecimals('-0.5', '0')).toBe(-1)
    expect(compareDecimals('2', '1.9999')).toBe(1)
  })

  it('refuses a text of a million digits in linear time', () => {
    const long = '9'.repeat(1_000_000)
    const before = process.cpuUsage()
    expect(parseDecimal(long, 2, MAX)).toEqual({ ok: false, reason: 'too_large' })
    expect(parseDecimal(`${long}x`, 2, MAX)).toEqual({ ok: false, reason: 'not_a_number' })
    expect(parseDecimal(`1.${long}`, 2, MAX)).toEqual({ ok: false, reason: 'too_precise' })
    // Quadratic work would take minutes of a processor.
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000)
  })
})
