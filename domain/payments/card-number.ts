import { msg, type Text } from '../languages/msg.ts'

interface Brand {
  readonly name: string
  /** First digits, by the ranges that the networks publish. */
  readonly pattern: RegExp
  readonly lengths: readonly number[]
  /** Sizes of the groups in print, where they are not four digits each. */
  readonly groups?: readonly number[]
  readonly codeLength: 3 | 4
}

const UP_TO_NINETEEN = [16, 17, 18, 19]
const BRANDS: readonly Brand[] = [
  { name: 'Visa', pattern: /^4/, lengths: [13, 16, 18, 19], codeLength: 3 },
  {
    name: 'Mastercard',
    pattern: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    codeLength: 3,
  },
  { name: 'American Express', pattern: /^3[47]/, lengths: [15], groups: [4, 6, 5], codeLength: 4 },
  { name: 'Discover', pattern: /^(6011|65|64[4-9])/, lengths: UP_TO_NINETEEN, codeLength: 3 },
  { name: 'JCB', pattern: /^35(2[89]|[3-8])/, lengths: UP_TO_NINETEEN, codeLength: 3 },
  // Numbers of 14 digits are printed like American Express's, without the last one.
  { name: 'Diners Club', pattern: /^3(6|8|0[0-5])/, lengths: [14, ...UP_TO_NINETEEN], codeLength: 3 },
]
const FOURS = [4, 4, 4, 4, 3]
const [SHORTEST, LONGEST] = [12, 19]

const findBrand = (digits: string): Brand | undefined => BRANDS.find(({ pattern }) => pattern.test(digits))

/** Returns the brand by the first digits, or 'Card' when they are unknown. */
export const brandOf = (digits: string): string => findBrand(digits)?.name ?? 'Card'

/** True for a name that `brandOf` returns. */
export const isCardBrand = (name: string): boolean =>
  name === 'Card' || BRANDS.some((brand) => brand.name === name)

/** Returns how many digits the security code of a card has; null when the first digits tell no brand. */
const codeLengthOf = (digits: string): number | null => findBrand(digits)?.codeLength ?? null

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

/** Groups a card number that is being typed or was pasted, as it is printed: '4242 4242', '3782 822463 10005'. */
export function groupCardNumber(typed: string): string {
  // A pasted text may hold more than the number, such as its expiry: the first number of a card's length is meant.
  const digits = (/(?:\d[ -]?){12,19}/.exec(typed)?.[0] ?? typed).replace(/\D/g, '')
  const brand = findBrand(digits)
  const kept = digits.slice(0, brand ? Math.max(...brand.lengths) : LONGEST)
  const groups: string[] = []
  let at = 0
  for (const size of brand?.groups ?? FOURS) {
    if (at < kept.length) groups.push(kept.slice(at, at + size))
    at += size
  }
  return groups.join(' ')
}

export const CARD_NUMBER_TEXT = msg('This card number is not valid.')
export const CARD_CODE_TEXT = msg('This security code is not valid.')

/** Returns the text to show beside a card number, or null when it can be one. */
export function cardNumberProblem(typed: string): string | null {
  const digits = cardDigits(typed)
  if (digits === null) return CARD_NUMBER_TEXT
  const lengths = findBrand(digits)?.lengths
  const fits = lengths ? lengths.includes(digits.length) : digits.length >= SHORTEST
  return fits && passesCheckDigit(digits) ? null : CARD_NUMBER_TEXT
}

/** Returns the text to show beside the security code of a card with this number, or null when it can be one. */
export function cardCodeProblem(code: string, number: string): Text | null {
  if (!/^\d{3,4}$/.test(code)) return CARD_CODE_TEXT
  const length = codeLengthOf(number.replace(/\D/g, ''))
  if (length === null || code.length === length) return null
  return msg('The security code of this card has {count, plural, one {# digit} other {# digits}}.', {
    count: length,
  })
}
