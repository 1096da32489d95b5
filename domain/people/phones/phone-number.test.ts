import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPhone, normalizePhone } from './phone-number.ts'

describe('phone numbers', () => {
  it('are 6 to 14 digits, spaces, dashes and parentheses, then a digit', () => {
    for (const text of ['1234567', '(212) 555-0100', '212-555-0100', '12345678 901234', '      1']) {
      expect(isPhone(text)).toBe(true)
    }
    for (const text of [
      '',
      '123456',
      '+12125550100',
      '555-010-',
      '1234567890123456',
      '212.555.0100',
      '1234567x',
    ]) {
      expect(isPhone(text)).toBe(false)
    }
  })

  it('agree with the rule for any mix of their characters', () => {
    const character = fc.constantFrom(...'0123456789 ()-', 'a', '+')
    fc.assert(
      fc.property(fc.array(character, { maxLength: 18 }), (characters) => {
        const body = characters.slice(0, -1)
        const right =
          body.length >= 6 &&
          body.length <= 14 &&
          body.every((one) => '0123456789 ()-'.includes(one)) &&
          '0123456789'.includes(characters.at(-1) ?? 'x')
        expect(isPhone(characters.join(''))).toBe(right)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('normalizePhone', () => {
  it.each([
    '414.555.0142',
    '414-555-0142',
    '414 555 0142',
    '4145550142',
    '(414)555-0142',
    ' Tel.: (414) 555–0142 ',
  ])('writes %s like every number of North America', (text) => {
    expect(normalizePhone(text)).toBe('(414) 555-0142')
  })

  it.each([
    '+1 (414) 555-0142',
    '+14145550142',
    '+1 414.555.0142',
    '1-414-555-0142',
    '1 (414) 555 0142',
    '(+1) 414 555 0142',
    '001 414 555 0142',
  ])('keeps the country code of %s', (text) => {
    expect(normalizePhone(text)).toBe('+1 414-555-0142')
  })

  it.each([
    ['+49 30 1234567', '+49 30 1234567'],
    ['+4930 1234567', '+49 30 1234567'],
    ['0049 30 1234567', '+49 30 1234567'],
    ['+49 (0)30 1234567', '+49 30 1234567'],
    ['+49 030 1234567', '+49 30 1234567'],
    ['+49 (0) 40/123.456', '+49 40 123 456'],
    ['+44 (0)20 7946 0958', '+44 20 7946 0958'],
    ['+44 0 20 7946 0958', '+44 20 7946 0958'],
    ['+39 06 698 1234', '+39 06 698 1234'],
    ['+39 (0)6 698 1234', '+39 06 698 1234'],
    ['+353 1 234 5678', '+353 1 234 5678'],
    ['+3531234567', '+353 1234567'],
    ['+298 123456', '+298 123456'],
    ['+49 1523 123 456 78', '+49 152312345678'],
    ['+49 1234567890123', '+491234567890123'],
    ['+1 555 0100', '+1 555 0100'],
  ])('writes %s with a country code and groups: %s', (text, expected) => {
    expect(normalizePhone(text)).toBe(expected)
  })

  it.each([
    ['Tel.: 040\u00a0123456', '040 123456'],
    ['(0)40/12.34-56', '040 12 34 56'],
    ['555 – 0199', '555 0199'],
    ['13812345678', '13812345678'],
    ['98765 43210', '98765 43210'],
  ])('writes %s of another country in groups: %s', (text, expected) => {
    expect(normalizePhone(text)).toBe(expected)
  })

  it.each([
    '',
    '12345',
    'call me',
    '555-123-4567 ext. 12',
    '12345678901234567',
    '+49 30 12345678901234',
    '++49 30 1234567',
    '+49 30 +1234567',
    '+0 30 1234567',
    '+49 (0)',
    '0'.repeat(61),
  ])('refuses %j', (text) => {
    expect(normalizePhone(text)).toBeNull()
  })

  it('takes what the specification takes, and changes nothing that is normalized', () => {
    const character = fc.constantFrom(...'0123456789 ()-./+')
    fc.assert(
      fc.property(fc.array(character, { maxLength: 18 }), (characters) => {
        const text = characters.join('').trim()
        const once = normalizePhone(text)
        if (isPhone(text)) expect(once).not.toBeNull()
        if (once === null) return
        expect(isPhone(once.replace(/^\+/, ''))).toBe(true)
        expect(normalizePhone(once)).toBe(once)
      }),
      { numRuns: 5000 },
    )
  })

  it('takes less than half a second for 50 kB, where quadratic work takes many', () => {
    for (const unit of ['1', ' ', '(', '-', '+', '(0)', '1 ', '00']) {
      const before = process.cpuUsage()
      for (const text of [unit.repeat(50_000 / unit.length), `${unit.repeat(50_000 / unit.length)}!`]) {
        isPhone(text)
        normalizePhone(text)
      }
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(500)
    }
  })
})
