import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CURRENCIES, displayAmount, formatAmount, MAX_AMOUNT_MINOR } from '../money/money.ts'
import type { DecimalMark } from './loose-input.ts'
import { guessDecimalMark, parseLooseAmount } from './loose-input.ts'

const reads = (text: string, currency = 'USD', decimal?: DecimalMark) => {
  const result = parseLooseAmount(text, currency, decimal)
  return result.ok ? result.minor : result.reason
}

describe('amounts as people and programs write them', () => {
  it.each([
    ['1.234,56', 123456n],
    ['1,234.56', 123456n],
    ['1234,56', 123456n],
    ['1234.56', 123456n],
    ['1234', 123400n],
    ['12.5', 1250n],
    ['.50', 50n],
    [',5', 50n],
    ['0.50', 50n],
    ['(1,234.56)', -123456n],
    ['($1,234.56)', -123456n],
    ['$(1,234.56)', -123456n],
    ['(1,234.56) USD', -123456n],
    ['-1,234.56', -123456n],
    ['1,234.56-', -123456n],
    ['- 12', -1200n],
    ['−12.00', -1200n],
    ['+12.00', 1200n],
    ['-0.00', 0n],
    ['$1,234.56', 123456n],
    ['-$1,234.56', -123456n],
    ['$-1,234.56', -123456n],
    ['US$ 12.00', 1200n],
    ['USD 12.00', 1200n],
    ['12.00 usd', 1200n],
    ['USD $12.00', 1200n],
    ['1 234,56', 123456n],
    ['1\u00a0234,56', 123456n],
    ['1\u202f234\u202f567.89', 123456789n],
    ["1'234.50", 123450n],
    ['1’234’567.5', 123456750n],
    ['1,234,567', 123456700n],
    ['1.234.567', 123456700n],
    ['1.234.567,8', 123456780n],
    ['12,34,567.89', 123456789n],
    ['12.5000', 1250n],
    ['1,234.5600', 123456n],
    [' 12 ', 1200n],
  ])('%j is %s', (text, minor) => {
    expect(reads(text)).toBe(minor)
  })

  it.each([
    ['1.234,50 €', 'EUR', 123450n],
    ['€ 1.234,50', 'EUR', 123450n],
    ['Fr. 12.50', 'CHF', 1250n],
    ['Fr.12.50', 'CHF', 1250n],
    ["CHF 1'234.50", 'CHF', 123450n],
    ['1 234,50 kr', 'SEK', 123450n],
    ['12,50 zł', 'PLN', 1250n],
    ['¥1200.00', 'JPY', 1200n],
    ['1.234,567', 'KWD', 1234567n],
    ['12.500', 'KWD', 'ambiguous'],
    ['0.125', 'KWD', 125n],
    ['₹12,34,567.50', 'INR', 123456750n],
    ['R$ 1.234,50', 'BRL', 123450n],
    ['C$12.00', 'CAD', 1200n],
  ])('%j in %s is %s', (text, currency, expected) => {
    expect(reads(text, currency)).toBe(expected)
  })

  it("reports one mark before three digits as ambiguous unless the file's mark is known", () => {
    for (const text of ['1.234', '12,345', '-999.999', '$1,234']) expect(reads(text)).toBe('ambiguous')
    expect(reads('1.234', 'USD', 'comma')).toBe(123400n)
    expect(reads('1,234', 'USD', 'point')).toBe(123400n)
    expect(reads('1.234', 'KWD', 'point')).toBe(1234n)
    expect(reads('1.234', 'USD', 'point')).toBe('too_precise')
    expect(reads('0.125', 'USD')).toBe('too_precise')
    expect(reads('1234.567', 'USD')).toBe('too_precise')
  })

  it('refuses amounts that contradict the known mark', () => {
    expect(reads('1,234.56', 'USD', 'comma')).toBe('not_a_number')
    expect(reads('1.234,56', 'USD', 'point')).toBe('not_a_number')
    expect(reads('12.5', 'USD', 'comma')).toBe('not_a_number')
    expect(reads('1 234.56', 'USD', 'comma')).toBe('not_a_number')
  })

  it('refuses another currency', () => {
    for (const text of ['€12.00', 'EUR 12.00', '12.00 GBP', 'CA$12.00'])
      expect(reads(text)).toBe('wrong_currency')
    expect(reads('$12.00', 'EUR')).toBe('wrong_currency')
  })

  it.each(
    [
      'abc',
      '-',
      '$',
      '1,23,4',
      '12,3,456',
      '1,23,456,789',
      '123,45,678',
      '1,2345.00',
      '1.2.3',
      '1..2',
      '1,,234',
      '--12',
      '-(12)',
      '(12',
      '12)',
      '12 apples',
      '1e5',
      '1/2',
      '12%',
      "1'23",
      "1 234'567",
      '1,234 567',
      '12.',
      '0,125,000',
      '1 2',
      '12.50 13',
      '１２',
      'x'.repeat(1000),
    ].filter((text) => text !== '12,34'),
  )('refuses %j', (text) => {
    expect(reads(text)).toBe('not_a_number')
  })

  it('reports empty and too large amounts', () => {
    expect(reads('')).toBe('empty')
    expect(reads('  ')).toBe('empty')
    expect(reads('1000000000000.00')).toBe('too_large')
  })

  it('parses displayed amounts in every currency and style', () => {
    const amount = fc.bigInt({ min: -MAX_AMOUNT_MINOR, max: MAX_AMOUNT_MINOR })
    for (const currency of Object.keys(CURRENCIES)) {
      fc.assert(
        fc.property(amount, (minor) => {
          expect(reads(formatAmount(minor, currency), currency, 'point')).toBe(minor)
          expect(reads(displayAmount(minor, currency, { symbol: false }), currency, 'point')).toBe(minor)
          for (const locale of ['de-DE', 'fr-FR']) {
            const shown = displayAmount(minor, currency, { locale, symbol: false })
            expect(reads(shown, currency, 'comma')).toBe(minor)
          }
          expect(
            reads(displayAmount(minor, currency, { locale: 'de-CH', symbol: false }), currency, 'point'),
          ).toBe(minor)
        }),
        { numRuns: 10 },
      )
    }
  })

  it('reads an amount with its own mark as it does with auto', () => {
    const text = fc
      .array(fc.constantFrom(...'0123456789.,', ' ', "'"), { maxLength: 12 })
      .map((list) => list.join(''))
    fc.assert(
      fc.property(text, (figures) => {
        const auto = parseLooseAmount(figures, 'CLF')
        if (!auto.ok) return
        const known = (['comma', 'point'] as const).map((mark) => parseLooseAmount(figures, 'CLF', mark))
        const answers = known.flatMap((one) => (one.ok ? [one.minor] : []))
        expect(answers.length).toBeGreaterThan(0)
        for (const answer of answers) expect(answer).toBe(auto.minor)
      }),
      { numRuns: 20_000 },
    )
  })
})

describe('the decimal mark of a column', () => {
  it('is found from its values', () => {
    expect(guessDecimalMark(['1,234', '12.50', 'total'])).toBe('point')
    expect(guessDecimalMark(['1.234', '$12,50'])).toBe('comma')
    expect(guessDecimalMark(['1,234', '1,234,567'])).toBe('point')
    expect(guessDecimalMark(['1.234.567'])).toBe('comma')
    expect(guessDecimalMark(['(1.234,5)'])).toBe('comma')
    expect(guessDecimalMark(['0.125'])).toBe('point')
  })

  it('is unknown when no value shows it or values contradict each other', () => {
    for (const samples of [[], ['', 'abc'], ['1,234', '5'], ['12,50', '12.50']]) {
      expect(guessDecimalMark(samples)).toBe('auto')
    }
  })
})
