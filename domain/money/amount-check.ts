import { msg, type Text } from '../languages/msg.ts'
import { maxValueText, minValueText, NUMBER_TEXT, REQUIRED_TEXT } from '../parsing/form-fields.ts'
import type { CurrencyCode } from './money.ts'
import { currencyDigits, formatAmount, MAX_AMOUNT_MINOR, parseAmount } from './money.ts'

const GREATER_THAN_ZERO_TEXT = msg('The amount should be greater than 0')

export type AmountRules = {
  currency: CurrencyCode
  /** Smallest and largest amount in minor units, both allowed themselves. */
  minMinor?: bigint | undefined
  maxMinor?: bigint | undefined
  /** Amount that can still be paid, in minor units. */
  balanceMinor?: bigint | undefined
  required: boolean
  /** The field's name in the texts; 'Amount' when left out. */
  label?: string | undefined
  /** Text for an empty field; a form built from definitions ends it with a period. */
  requiredText?: Text | undefined
}

/** The checks in the order in which they are made. */
export type AmountCheck = 'required' | 'number' | 'positive' | 'minimum' | 'maximum' | 'balance'

export type AmountCheckResult =
  | { ok: true; minor: bigint | null }
  | { ok: false; check: AmountCheck; text: Text }

/**
 * Checks an amount that a person typed: required, number, more than 0, minimum, maximum, balance; the first
 * failed check determines the text. `minor` is null only for an empty field that isn't required. Space around
 * it is ignored.
 */
export function checkPaymentAmount(text: string, rules: AmountRules): AmountCheckResult {
  const typed = text.trim()
  if (typed === '') {
    if (!rules.required) return { ok: true, minor: null }
    return { ok: false, check: 'required', text: rules.requiredText ?? REQUIRED_TEXT }
  }
  const parsed = parseAmount(typed, rules.currency)
  if (parsed.ok) return checkBounds(parsed.minor, rules)
  if (parsed.reason === 'too_large') {
    // An amount too large to store is checked by its sign and then against the maximum.
    return checkBounds(typed.startsWith('-') ? -MAX_AMOUNT_MINOR : MAX_AMOUNT_MINOR + 1n, rules)
  }
  if (parsed.reason === 'too_precise') {
    return { ok: false, check: 'number', text: decimalsText(rules.currency) }
  }
  return { ok: false, check: 'number', text: NUMBER_TEXT }
}

function checkBounds(minor: bigint, rules: AmountRules): AmountCheckResult {
  const label = rules.label ?? msg('Amount')
  const wire = (bound: bigint) => formatAmount(bound, rules.currency)
  if (minor <= 0n) return { ok: false, check: 'positive', text: GREATER_THAN_ZERO_TEXT }
  if (rules.minMinor !== undefined && minor < rules.minMinor) {
    return { ok: false, check: 'minimum', text: minValueText(label, wire(rules.minMinor)) }
  }
  const max = rules.maxMinor ?? MAX_AMOUNT_MINOR
  if (minor > max) return { ok: false, check: 'maximum', text: maxValueText(label, wire(max)) }
  if (rules.balanceMinor !== undefined && minor > rules.balanceMinor) {
    return {
      ok: false,
      check: 'balance',
      text: msg('The amount should not be greater than the balance of {amount}', {
        amount: wire(rules.balanceMinor),
      }),
    }
  }
  return { ok: true, minor }
}

/** The decimals that a currency allows: 'Enter an amount with at most 2 decimals.' */
export function decimalsText(currency: CurrencyCode): Text {
  const count = currencyDigits(currency)
  return count === 0
    ? msg('Enter an amount without decimals.')
    : msg('Enter an amount with at most {count, plural, one {# decimal} other {# decimals}}.', { count })
}
