import { describe, expect, it } from 'vitest'
import type { FormField } from './form-fields.ts'
import { checkFormField, isFieldHidden } from './form-fields.ts'

const aField = (field: Partial<FormField>): FormField => ({
  name: 'field',
  label: 'Amount',
  read_only: false,
  required: true,
  type: 'string',
  ...field,
})

describe('fields built from definitions', () => {
  it('an empty required field', () => {
    for (const value of ['', '   ', null, undefined]) {
      expect(checkFormField(aField({}), value)).toBe('This field is required.')
      expect(checkFormField(aField({ required: false }), value)).toBeNull()
      expect(checkFormField(aField({ type: 'decimal', min_value: '5', required: false }), value)).toBeNull()
    }
  })

  it('a numeric field must be a number', () => {
    const decimal = aField({ type: 'decimal' })
    const integer = aField({ type: 'integer' })
    for (const value of ['abc', '1e3', '1,5', '1.', '.5', '--1', 'NaN', 'Infinity', true, {}, [], 'Ⅷ']) {
      expect(checkFormField(decimal, value)).toBe('Enter a valid number.')
      expect(checkFormField(integer, value)).toBe('Enter a valid number.')
    }
    for (const value of ['1', '1.5', '-1.5', '+2.25', 0, 1.5, ' 3 ']) {
      expect(checkFormField(decimal, value)).toBeNull()
    }
    for (const value of ['1', '-1', '+12', 7]) expect(checkFormField(integer, value)).toBeNull()
    for (const value of ['1.5', 1.5, '1.0'])
      expect(checkFormField(integer, value)).toBe('Enter a valid number.')
    expect(checkFormField(decimal, '9'.repeat(100_000))).toBe('Enter a valid number.')
  })

  it('a minimum', () => {
    const field = aField({ type: 'decimal', min_value: '0.01' })
    expect(checkFormField(field, '0.009')).toBe('Amount must be at equal or more than 0.01.')
    expect(checkFormField(field, '0.01')).toBeNull()
    expect(checkFormField(aField({ type: 'integer', min_value: 1 }), '0')).toBe(
      'Amount must be at equal or more than 1.',
    )
  })

  it('a maximum, with and without a minimum', () => {
    const text = 'Amount must be at equal or less than 100.50.'
    expect(checkFormField(aField({ type: 'decimal', max_value: '100.50' }), '100.51')).toBe(text)
    expect(checkFormField(aField({ type: 'decimal', min_value: '1', max_value: '100.50' }), '100.51')).toBe(
      text,
    )
    expect(checkFormField(aField({ type: 'decimal', max_value: '100.50' }), '100.5')).toBeNull()
    // As floats these two would be equal.
    expect(
      checkFormField(aField({ type: 'decimal', max_value: '9007199254740992' }), '9007199254740993'),
    ).toBe('Amount must be at equal or less than 9007199254740992.')
  })

  it('lengths', () => {
    const field = aField({ label: 'Name', min_length: 2, max_length: 4 })
    expect(checkFormField(field, 'a')).toBe('Name must be at least 2 characters.')
    expect(checkFormField(field, 'abcde')).toBe('Name must be at most 4 characters.')
    expect(checkFormField(field, 'abcd')).toBeNull()
    expect(checkFormField(field, '👍🏽👍🏽')).toBeNull()
  })

  it('a select with choices is validated as a string', () => {
    const choices = [
      { value: '01', display_name: 'January' },
      { value: '2030', display_name: '2030' },
    ]
    const field = aField({ type: 'choice', label: 'Month', choices, max_length: 4 })
    expect(checkFormField(field, '01')).toBeNull()
    expect(checkFormField(field, 2030)).toBeNull()
    expect(checkFormField(field, '13')).toBe('Select a valid choice.')
    expect(checkFormField(field, '12345')).toBe('Month must be at most 4 characters.')
    expect(checkFormField({ ...field, type: 'integer' }, '2030')).toBeNull()
    expect(checkFormField(field, {})).toBe('Select a valid choice.')
  })

  it('accepts checked and unchecked boxes and ignores read-only fields', () => {
    const box = aField({ type: 'boolean' })
    for (const value of [true, false, 'true', 'false']) expect(checkFormField(box, value)).toBeNull()
    expect(checkFormField(box, 'maybe')).toBe('Select a valid choice.')
    expect(checkFormField(aField({ read_only: true }), '')).toBeNull()
  })

  it('hides fields that are sent but not shown', () => {
    const option = { provider: 'stripe_connect', partialAllowed: true }
    expect(isFieldHidden('request_id', option)).toBe(true)
    expect(isFieldHidden('surcharge_percentage', option)).toBe(true)
    expect(isFieldHidden('amount', option)).toBe(false)
    expect(isFieldHidden('amount', { ...option, partialAllowed: false })).toBe(true)
    for (const name of ['last_four_digits', 'card_provider']) {
      expect(isFieldHidden(name, option)).toBe(false)
      expect(isFieldHidden(name, { ...option, provider: 'paytrace' })).toBe(true)
    }
  })
})
