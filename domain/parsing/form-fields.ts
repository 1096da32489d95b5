import { msg, type Text } from '../languages/msg.ts'
import { compareDecimals } from '../money/decimal.ts'

/** One field of a form that the server describes. Bounds of decimals are decimal texts, not floats. */
export type FormField = {
  name: string
  label: string
  read_only: boolean
  required: boolean
  type: 'string' | 'decimal' | 'integer' | 'boolean' | 'choice'
  choices?: { value: string; display_name: string }[] | undefined
  min_value?: string | number | undefined
  max_value?: string | number | undefined
  min_length?: number | undefined
  max_length?: number | undefined
  initial?: string | number | boolean | null | undefined
}

/** Text for an empty required field on the card form and the portal's form. */
export const REQUIRED_TEXT = msg('This field is required')
/** The same on a form built from definitions. */
export const REQUIRED_FIELD_TEXT = msg('This field is required.')
export const NUMBER_TEXT = msg('Enter a valid number.')
const CHOICE_TEXT = msg('Select a valid choice.')

export const minValueText = (label: string, min: string | number): Text =>
  msg('{label} must be at equal or more than {least}.', { label, least: min })
export const maxValueText = (label: string, max: string | number): Text =>
  msg('{label} must be at equal or less than {most}.', { label, most: max })
const minLengthText = (label: string, count: number): Text =>
  msg('{label} must be at least {count, plural, one {# character} other {# characters}}.', { label, count })
const maxLengthText = (label: string, count: number): Text =>
  msg('{label} must be at most {count, plural, one {# character} other {# characters}}.', { label, count })

// Nobody types longer numbers, and comparing them exactly would cost more than linear time.
const LONGEST_NUMBER = 60
const INTEGER = /^[+-]?\d+$/
const DECIMAL = /^[+-]?\d+(\.\d+)?$/

/**
 * Checks a value against its field's definition. Returns the first text to show, or null when it is valid.
 * A field with choices is checked as a string, whatever its type.
 * A read-only field is always valid.
 */
export function checkFormField(field: FormField, value: unknown): Text | null {
  if (field.read_only) return null
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) {
    return field.required ? REQUIRED_FIELD_TEXT : null
  }
  if (field.choices) return checkString(field, value)
  switch (field.type) {
    case 'decimal':
    case 'integer':
      return checkNumber(field, value)
    case 'boolean':
      return typeof value === 'boolean' || value === 'true' || value === 'false' ? null : CHOICE_TEXT
    default:
      return checkString(field, value)
  }
}

function checkNumber(field: FormField, value: unknown): Text | null {
  if (typeof value !== 'string' && typeof value !== 'number') return NUMBER_TEXT
  const text = String(value).trim()
  const pattern = field.type === 'integer' ? INTEGER : DECIMAL
  if (text.length > LONGEST_NUMBER || !pattern.test(text)) return NUMBER_TEXT
  const { label, min_value: min, max_value: max } = field
  if (min !== undefined && compareDecimals(text, String(min)) < 0) return minValueText(label, min)
  if (max !== undefined && compareDecimals(text, String(max)) > 0) return maxValueText(label, max)
  return null
}

function checkString(field: FormField, value: unknown): Text | null {
  if (typeof value !== 'string' && typeof value !== 'number') return CHOICE_TEXT
  const { label, min_length: min, max_length: max, choices } = field
  const text = String(value)
  const length = [...text].length
  if (min !== undefined && length < min) return minLengthText(label, min)
  if (max !== undefined && length > max) return maxLengthText(label, max)
  if (choices && !choices.some((choice) => choice.value === text)) return CHOICE_TEXT
  return null
}

/** The card provider whose card fields are on our own page. */
export const OWN_CARD_FIELDS_PROVIDER = 'paytrace'

/** The field with what a processor's own card fields were made into. */
export const TOKEN_FIELD = 'charge_token'

/** True for a field that is sent with the form but not shown. */
export function isFieldHidden(name: string, option: { provider: string; partialAllowed: boolean }): boolean {
  if (name === 'request_id' || name === 'surcharge_percentage' || name === TOKEN_FIELD) return true
  if (name === 'amount') return !option.partialAllowed
  const derivedFromCard = name === 'last_four_digits' || name === 'card_provider'
  return derivedFromCard && option.provider === OWN_CARD_FIELDS_PROVIDER
}
