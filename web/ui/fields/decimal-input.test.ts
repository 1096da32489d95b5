import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDecimal, writeDecimal } from './decimal-input.ts'

const usd = { decimals: 2 }

describe('readDecimal', () => {
  it.each([
    ['', ''],
    ['  ', ''],
    ['1234.5', '1234.5'],
    ['1,234.50', '1234.50'],
    ['$1,234.50', '1234.50'],
    ['USD 12', '12'],
    ['12 USD', '12'],
    ['1 234.5', '1234.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['0.00', '0.00'],
    ['1.500', '1.50'],
    ['99999999999999.99', '99999999999999.99'],
    ['45,50', '45.50'],
    ['2,5', '2.5'],
    ['5,', '5'],
    [',75', '0.75'],
    ['0,500', '0.50'],
    ['1234,5', '1234.5'],
    ['1.234,50', '1234.50'],
    ['1 234,50', '1234.50'],
    ["1'234.50", '1234.50'],
    ['1,234', '1234'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1.234.567,8', '1234567.8'],
  ])('parses %j as %j', (text, expected) => {
    expect(readDecimal(text, usd)).toBe(expected)
  })

  it.each([
    ...['1.505', 'abc', '1.2.3', '-5', '(12.00)', '1e5', '--1', '.', '$', ','],
    ...['1,505,5', '12,34,567', '1.23,456.7', '12,345.6,7', '1234,567', '1,2345'],
  ])('refuses %j', (text) => {
    expect(readDecimal(text, usd)).toBeNull()
  })

  it.each([
    ['-5', '-5'],
    ['−5.25', '-5.25'],
    ['(12.00)', '-12.00'],
    ['-0', '0'],
  ])('parses %j as %j where negatives are allowed', (text, expected) => {
    expect(readDecimal(text, { decimals: 2, negative: true })).toBe(expected)
  })

  it('refuses decimals in a currency without minor units', () => {
    expect(readDecimal('12.5', { decimals: 0 })).toBeNull()
    expect(readDecimal('12.0', { decimals: 0 })).toBe('12')
  })
})

describe('writeDecimal', () => {
  it.each([
    ['1234.5', '1,234.50'],
    ['1234567', '1,234,567.00'],
    ['0', '0.00'],
    ['-12.5', '−12.50'],
    ['', ''],
    ['abc', 'abc'],
  ])('formats %j as %j', (plain, expected) => {
    expect(writeDecimal(plain, 2)).toBe(expected)
  })

  it('pads nothing without a pad', () => {
    expect(writeDecimal('24', 0)).toBe('24')
    expect(writeDecimal('1.5', 0)).toBe('1.5')
  })

  it('round-trips amounts of any size', () => {
    const amount = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: 0, max: 99 }))
    fc.assert(
      fc.property(amount, ([whole, cents]) => {
        const plain = `${whole}.${String(cents).padStart(2, '0')}`
        expect(readDecimal(writeDecimal(plain, 2), usd)).toBe(plain)
      }),
    )
  })
})

describe('in other languages', () => {
  const german = { group: '.', point: ',', groupedFrom: 4 }
  const french = { group: '\u202f', point: ',', groupedFrom: 4 }
  const spanish = { group: '.', point: ',', groupedFrom: 5 }

  it.each([
    ['1.250', '1250'],
    ['1.250,00', '1250.00'],
    ['125,50', '125.50'],
    ['1,250', '1.25'],
    ['1.25', '1.25'],
    ['0.500', '0.50'],
    ['1.234.567', '1234567'],
    ['1,234.50', '1234.50'],
  ])('parses %j of a German page as %j', (text, expected) => {
    expect(readDecimal(text, usd, german)).toBe(expected)
  })

  it('parses a French amount with its narrow space', () => {
    expect(readDecimal('1\u202f250,5', usd, french)).toBe('1250.5')
  })

  it.each([
    [german, '1.250,50', '12.345,00'],
    [french, '1\u202f250,50', '12\u202f345,00'],
    [spanish, '1250,50', '12.345,00'],
  ])('writes numbers with the marks %j', (marks, four, five) => {
    expect(writeDecimal('1250.5', 2, { marks })).toBe(four)
    expect(writeDecimal('12345', 2, { marks })).toBe(five)
    expect(writeDecimal('1250.5', 2, { marks, grouped: false })).toBe('1250,50')
    for (const plain of ['1250.50', '0.50', '12345678.00'])
      expect(readDecimal(writeDecimal(plain, 2, { marks }), usd, marks)).toBe(plain)
  })
})
