import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatQuantity, MAX_QUANTITY, ONE_UNIT, parseQuantity } from './quantity.ts'
import { formatRate, MAX_RATE_PPM, parseRate } from './rate.ts'

describe('quantities', () => {
  it('round trip in ten-thousandths', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -MAX_QUANTITY, max: MAX_QUANTITY }), (quantity) => {
        expect(parseQuantity(formatQuantity(quantity))).toEqual({ ok: true, quantity })
      }),
    )
  })

  it('are written without trailing zeros', () => {
    expect(formatQuantity(2n * ONE_UNIT)).toBe('2')
    expect(formatQuantity(15_000n)).toBe('1.5')
    expect(formatQuantity(-2500n)).toBe('-0.25')
    expect(formatQuantity(1n)).toBe('0.0001')
    expect(formatQuantity(100n * ONE_UNIT)).toBe('100')
    expect(formatQuantity(0n)).toBe('0')
  })

  it('refuse text that is no quantity', () => {
    expect(parseQuantity('1.00001')).toEqual({ ok: false, reason: 'too_precise' })
    expect(parseQuantity('1000000000')).toEqual({ ok: false, reason: 'too_large' })
    for (const text of ['', '1,5', '1e3', '-0', '+1']) {
      expect(parseQuantity(text)).toEqual({ ok: false, reason: 'not_a_number' })
    }
  })
})

describe('rates', () => {
  it('round trip from 0 to 100 percent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_RATE_PPM }), (ppm) => {
        expect(parseRate(formatRate(ppm))).toEqual({ ok: true, ppm })
      }),
    )
    expect(parseRate('8.875')).toEqual({ ok: true, ppm: 88_750 })
    expect(formatRate(88_750)).toBe('8.875')
    expect(parseRate('100')).toEqual({ ok: true, ppm: MAX_RATE_PPM })
  })

  it('refuse text that is no rate', () => {
    expect(parseRate('100.0001')).toEqual({ ok: false, reason: 'too_large' })
    expect(parseRate('-5')).toEqual({ ok: false, reason: 'negative' })
    expect(parseRate('1.23456')).toEqual({ ok: false, reason: 'too_precise' })
    expect(parseRate('5%')).toEqual({ ok: false, reason: 'not_a_number' })
  })
})
