const BRANDS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Visa', /^4/],
  ['Mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['American Express', /^3[47]/],
  ['Discover', /^(6011|65|64[4-9])/],
  ['JCB', /^35(2[89]|[3-8])/],
  ['Diners Club', /^3(6|8|0[0-5])/],
]

/** Returns the brand by the first digits, or 'Card' when they are unknown. */
export const brandOf = (number: string): string =>
  BRANDS.find(([, pattern]) => pattern.test(number))?.[0] ?? 'Card'

/**
 * Returns the digits of a typed card number; null for a wrong length or other characters than digits, spaces
 * and dashes.
 */
export function cardDigits(typed: string): string | null {
  const digits = typed.replace(/[ -]/g, '')
  return /^\d{12,19}$/.test(digits) ? digits : null
}

/** Checks the check digit of ISO/IEC 7812-1, annex B. */
export function passesCheckDigit(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** True when a card's last month is before the month of `today`. */
export const isExpired = (year: number, month: number, today: string): boolean =>
  year * 12 + month < Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7))
