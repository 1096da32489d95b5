import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  applyRatePpm,
  CURRENCIES,
  currencyDigits,
  displayAmount,
  divideHalfUp,
  formatAmount,
  isAmountInRange,
  isCurrency,
  MAX_AMOUNT_MINOR,
  parseAmount,
  roundShares,
  smallerMinor,
  splitByLargestRemainder,
  sumMinor,
} from './money.ts'

const codes = Object.keys(CURRENCIES)
const amount = fc.bigInt({ min: -MAX_AMOUNT_MINOR, max: MAX_AMOUNT_MINOR })

describe('currencies', () => {
  it('knows the digits of ISO 4217', () => {
    expect(codes.length).toBeGreaterThan(150)
    for (const code of codes) expect(code).toMatch(/^[A-Z]{3}$/)
    const expected = { USD: 2, EUR: 2, JPY: 0, KRW: 0, KWD: 3, BHD: 3, CLF: 4, HUF: 2, ISK: 0, TND: 3 }
    for (const [code, digits] of Object.entries(expected)) expect(currencyDigits(code)).toBe(digits)
  })

  it('accepts only currencies', () => {
    for (const code of [
      '',
      'usd',
      'XXX',
      'XAU',
      'DEM',
      'US',
      'USDT',
      'toString',
      '__proto__',
      'constructor',
    ]) {
      expect(isCurrency(code)).toBe(false)
      expect(() => currencyDigits(code)).toThrow(RangeError)
    }
  })
})

describe('amount texts', () => {
  it('round trips in every currency', () => {
    for (const currency of codes) {
      fc.assert(
        fc.property(amount, (minor) => {
          expect(parseAmount(formatAmount(minor, currency), currency)).toEqual({ ok: true, minor })
        }),
        { numRuns: 100 },
      )
    }
  })

  it.each([
    ['12', 'USD', 1200n],
    ['12.5', 'USD', 1250n],
    ['1234.50', 'USD', 123450n],
    ['-0.01', 'USD', -1n],
    ['0', 'USD', 0n],
    ['007', 'USD', 700n],
    ['1234', 'JPY', 1234n],
    ['1.234', 'KWD', 1234n],
    ['999999999999.99', 'USD', MAX_AMOUNT_MINOR],
  ])('reads %s %s', (text, currency, minor) => {
    expect(parseAmount(text, currency)).toEqual({ ok: true, minor })
  })

  it.each([
    '',
    ' ',
    'NaN',
    'Infinity',
    '1e999',
    '1e2',
    '1,00',
    '1,234.50',
    '+5',
    '-0',
    '-0.00',
    '.5',
    '5.',
    '1 0',
    '0x10',
    '1_000',
    '１２',
    '--1',
    '5-',
    '$5',
    '1.2.3',
    ' 1',
    '1\n',
  ])('refuses %j as no number', (text) => {
    expect(parseAmount(text, 'USD')).toEqual({ ok: false, reason: 'not_a_number' })
  })

  it('distinguishes too many decimals from too large', () => {
    expect(parseAmount('0.001', 'USD')).toEqual({ ok: false, reason: 'too_precise' })
    expect(parseAmount('12.500', 'USD')).toEqual({ ok: false, reason: 'too_precise' })
    expect(parseAmount('12.0', 'JPY')).toEqual({ ok: false, reason: 'too_precise' })
    expect(parseAmount('1.2345', 'KWD')).toEqual({ ok: false, reason: 'too_precise' })
    expect(parseAmount('1000000000000', 'USD')).toEqual({ ok: false, reason: 'too_large' })
    expect(parseAmount((2n ** 63n).toString(), 'JPY')).toEqual({ ok: false, reason: 'too_large' })
    expect(parseAmount('-1000000000000.00', 'USD')).toEqual({ ok: false, reason: 'too_large' })
  })

  it('shows amounts US-style, exactly', () => {
    expect(displayAmount(123450n, 'USD')).toBe('$1,234.50')
    expect(displayAmount(-123450n, 'USD')).toBe('-$1,234.50')
    expect(displayAmount(1234n, 'JPY')).toBe('¥1,234')
    expect(displayAmount(MAX_AMOUNT_MINOR, 'USD')).toBe('$999,999,999,999.99')
    expect(displayAmount(123450n, 'USD', { symbol: false })).toBe('1,234.50')
    expect(displayAmount(123456n, 'KWD', { symbol: false })).toBe('123.456')
    expect(displayAmount(123450n, 'EUR', { locale: 'de-DE' })).toBe('1.234,50\u00a0€')
  })

  it('shows the same figures as the wire form in every currency', () => {
    for (const currency of codes) {
      fc.assert(
        fc.property(amount, (minor) => {
          const shown = displayAmount(minor, currency, { symbol: false })
          expect(shown.replaceAll(',', '')).toBe(formatAmount(minor, currency))
          expect(displayAmount(minor, currency)).toContain(shown.replace('-', ''))
        }),
        { numRuns: 10 },
      )
    }
  })

  it('writes American English like Intl in every currency', () => {
    const some = [0n, 1n, -1n, 999n, -1000n, 99_999n, 123_456_789n, MAX_AMOUNT_MINOR, -MAX_AMOUNT_MINOR]
    for (const currency of codes) {
      const digits = currencyDigits(currency)
      const own = { minimumFractionDigits: digits, maximumFractionDigits: digits }
      const bare = new Intl.NumberFormat('en-US', own)
      const signed = new Intl.NumberFormat('en-US', { ...own, style: 'currency', currency })
      for (const minor of some) {
        const text = formatAmount(minor, currency) as Intl.StringNumericLiteral
        expect(displayAmount(minor, currency)).toBe(signed.format(text))
        expect(displayAmount(minor, currency, { symbol: false })).toBe(bare.format(text))
      }
    }
  })

  it('accepts only amounts that can be stored', () => {
    expect(isAmountInRange(MAX_AMOUNT_MINOR)).toBe(true)
    expect(isAmountInRange(-MAX_AMOUNT_MINOR)).toBe(true)
    expect(isAmountInRange(MAX_AMOUNT_MINOR + 1n)).toBe(false)
    expect(isAmountInRange(-MAX_AMOUNT_MINOR - 1n)).toBe(false)
    expect(smallerMinor(1n, 2n)).toBe(1n)
    expect(smallerMinor(2n, -1n)).toBe(-1n)
  })
})

describe('rounding', () => {
  it.each([
    [5n, 10n, 1n],
    [4n, 10n, 0n],
    [-5n, 10n, -1n],
    [-4n, 10n, 0n],
    [15n, -10n, -2n],
    [25n, 10n, 3n],
    [0n, 7n, 0n],
  ])('%s / %s is %s, a half away from zero', (numerator, denominator, expected) => {
    expect(divideHalfUp(numerator, denominator)).toBe(expected)
  })

  it('is never more than a half away, and symmetric (10^5 cases)', () => {
    const denominator = fc.bigInt({ min: 1n, max: 10n ** 9n })
    fc.assert(
      fc.property(amount, denominator, (n, d) => {
        const rounded = divideHalfUp(n, d)
        const off = rounded * d - n
        if ((off < 0n ? -off : off) * 2n > d || divideHalfUp(-n, d) !== -rounded) return false
        return (off < 0n ? -off : off) * 2n < d || (n < 0n ? off < 0n : off > 0n)
      }),
      { numRuns: 100_000 },
    )
  })

  it('refuses a zero denominator and rates that are not whole', () => {
    expect(() => divideHalfUp(1n, 0n)).toThrow(RangeError)
    expect(() => applyRatePpm(100n, 0.5)).toThrow(RangeError)
    expect(() => applyRatePpm(100n, Number.NaN)).toThrow(RangeError)
  })

  it('applies a rate once', () => {
    expect(applyRatePpm(10_000n, 88_750)).toBe(888n)
    expect(applyRatePpm(-10_000n, 88_750)).toBe(-888n)
    expect(applyRatePpm(333n, 0)).toBe(0n)
    expect(applyRatePpm(333n, 1_000_000)).toBe(333n)
  })
})

describe('splitting', () => {
  const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 10n }), { minLength: 1, maxLength: 12 })

  it('parts add up exactly and are within one of their share (10^5 cases)', () => {
    fc.assert(
      fc.property(amount, weights, (total, list) => {
        const sum = sumMinor(list)
        fc.pre(sum > 0n)
        const parts = splitByLargestRemainder(total, list)
        return (
          parts.length === list.length &&
          sumMinor(parts) === total &&
          parts.every((part, index) => {
            const off = part * sum - total * (list[index] ?? 0n)
            return off < sum && off > -sum
          })
        )
      }),
      { numRuns: 100_000 },
    )
  })

  it('a reversal mirrors each part', () => {
    const small = fc.bigInt({ min: -20n, max: 20n })
    fc.assert(
      fc.property(fc.oneof(amount, small), weights, (total, list) => {
        fc.pre(sumMinor(list) > 0n)
        const mirrored = splitByLargestRemainder(-total, list).map((part) => -part)
        expect(mirrored).toEqual(splitByLargestRemainder(total, list))
      }),
      { numRuns: 2000 },
    )
  })

  it('gives the rest to the largest remainders, then to the earlier part', () => {
    expect(splitByLargestRemainder(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n])
    expect(splitByLargestRemainder(101n, [1n, 1n, 1n])).toEqual([34n, 34n, 33n])
    expect(splitByLargestRemainder(10n, [1n, 2n, 4n])).toEqual([1n, 3n, 6n])
    expect(splitByLargestRemainder(5n, [0n, 1n])).toEqual([0n, 5n])
    expect(splitByLargestRemainder(-1n, [1n, 1n])).toEqual([-1n, 0n])
    expect(splitByLargestRemainder(0n, [])).toEqual([])
    expect(splitByLargestRemainder(0n, [0n, 0n])).toEqual([0n, 0n])
  })

  it('refuses to split over nothing or by negative weights', () => {
    expect(() => splitByLargestRemainder(1n, [])).toThrow(RangeError)
    expect(() => splitByLargestRemainder(1n, [0n])).toThrow(RangeError)
    expect(() => splitByLargestRemainder(1n, [2n, -1n])).toThrow(RangeError)
    expect(() => roundShares(5n, [1n, 1n], 1n)).toThrow(RangeError)
    expect(() => roundShares(1n, [1n], 0n)).toThrow(RangeError)
  })
})
