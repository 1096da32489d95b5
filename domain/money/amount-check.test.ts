import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { REQUIRED_FIELD_TEXT } from '../parsing/form-fields.ts'
import type { AmountRules } from './amount-check.ts'
import { checkPaymentAmount } from './amount-check.ts'
import { formatAmount, MAX_AMOUNT_MINOR } from './money.ts'

const rules: AmountRules = {
  currency: 'USD',
  minMinor: 500n,
  maxMinor: 100_000n,
  balanceMinor: 50_000n,
  required: true,
}

describe('payment amount', () => {
  it.each([
    ['', 'required', 'This field is required'],
    ['  ', 'required', 'This field is required'],
    ['abc', 'number', 'Enter a valid number.'],
    ['1,00', 'number', 'Enter a valid number.'],
    ['1e999', 'number', 'Enter a valid number.'],
    ['NaN', 'number', 'Enter a valid number.'],
    ['-0', 'number', 'Enter a valid number.'],
    ['0.001', 'number', 'Enter an amount with at most 2 decimals.'],
    ['0', 'positive', 'The amount should be greater than 0'],
    ['-5.00', 'positive', 'The amount should be greater than 0'],
    ['-99999999999999999', 'positive', 'The amount should be greater than 0'],
    ['4.99', 'minimum', 'Amount must be at equal or more than 5.00.'],
    ['1000.01', 'maximum', 'Amount must be at equal or less than 1000.00.'],
    ['9223372036854775808', 'maximum', 'Amount must be at equal or less than 1000.00.'],
    ['500.01', 'balance', 'The amount should not be greater than the balance of 500.00'],
  ])('%j fails at %s', (text, check, message) => {
    expect(checkPaymentAmount(text, rules)).toEqual({ ok: false, check, text: message })
  })

  it('accepts the bounds themselves and space around the number', () => {
    expect(checkPaymentAmount('5', rules)).toEqual({ ok: true, minor: 500n })
    expect(checkPaymentAmount(' 500.00 ', rules)).toEqual({ ok: true, minor: 50_000n })
    expect(checkPaymentAmount('', { ...rules, required: false })).toEqual({ ok: true, minor: null })
  })

  it('goes in steps of 0.01, from the balance down to the minimum', () => {
    for (const [text, minor] of [
      ['500.00', 50_000n],
      ['499.99', 49_999n],
      ['5.01', 501n],
      ['5.00', 500n],
    ] as const)
      expect(checkPaymentAmount(text, rules)).toEqual({ ok: true, minor })
    for (const between of ['499.995', '5.001', '5.0050'])
      expect(checkPaymentAmount(between, rules)).toMatchObject({ ok: false, check: 'number' })
  })

  it('a form built from definitions ends the required text with a period', () => {
    const result = checkPaymentAmount('', { ...rules, requiredText: REQUIRED_FIELD_TEXT })
    expect(result).toMatchObject({ text: 'This field is required.' })
  })

  it('bounds amounts even where no maximum is set, and currencies without decimals', () => {
    const open: AmountRules = { currency: 'JPY', required: true }
    expect(checkPaymentAmount('99999999999999', open)).toEqual({ ok: true, minor: MAX_AMOUNT_MINOR })
    expect(checkPaymentAmount('100000000000000', open)).toMatchObject({ check: 'maximum' })
    expect(checkPaymentAmount('1.5', open)).toMatchObject({ text: 'Enter an amount without decimals.' })
  })

  it('an accepted amount is within every bound', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -1000n, max: 200_000n }), (minor) => {
        const result = checkPaymentAmount(formatAmount(minor, 'USD'), rules)
        expect(result.ok).toBe(minor >= 500n && minor <= 50_000n)
        if (result.ok) expect(result.minor).toBe(minor)
      }),
      { numRuns: 2000 },
    )
    fc.assert(
      fc.property(fc.string(), (text) => {
        const result = checkPaymentAmount(text, rules)
        if (result.ok) expect(text.trim()).toMatch(/^\d+(\.\d{1,2})?$/)
      }),
    )
  })
})
