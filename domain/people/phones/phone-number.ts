/** Digits, spaces, dashes and parentheses, 6 to 14 of them, then a digit. */
const PHONE_PATTERN = /^[\d ()-]{6,14}\d$/

/** True for a number that fits the pattern of the specification, which has no country code in front. */
export function isPhone(text: string): boolean {
  return PHONE_PATTERN.test(text)
}

/** Longer texts are no phone numbers, however they are written. */
const MAX_TYPED = 60

/** Country codes of one and two digits (ITU-T E.164); all others have three. */
const SHORT_CODES = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/** Countries whose numbers keep a leading zero after the country code. Elsewhere it is dialed within the country only. */
const KEEPS_ZERO: ReadonlySet<string> = new Set(['39', '225', '229', '241', '242', '378'])

/** Area, exchange and line of a number in North America, however far apart. */
const NORTH_AMERICAN = /^([2-9]\d{2}) ?(\d{3}) ?(\d{4})$/

/**
 * Normalizes a phone number to the one form in which numbers are stored and shown: '+49 (0)30/123.456' becomes '+49 30 123 456',
 * '414.555.0142' becomes '(414) 555-0142' and '1-414-555-0142' becomes '+1 414-555-0142'. A country code stays and none is added,
 * because it is not known where a number without one is dialed. What follows the plus fits the pattern of the specification. Null for
 * a text that is no phone number.
 */
export function normalizePhone(text: string): string | null {
  const typed = text.trim()
  if (typed.length > MAX_TYPED) return null
  const plain = typed
    .replace(/^tel\.?:?\s*/i, '')
    .replace(/\(0\)\s*/g, '0')
    .replace(/[\s()./\u2010-\u2015-]+/g, ' ')
    .trim()
    .replace(/^(?:\+|00(?= ?[1-9])) ?/, '+')
    .replace(/^1 (?=[2-9]\d{2} ?\d{3} ?\d{4}$)/, '+1 ')
  if (!/^\+?[\d ]+$/.test(plain)) return null
  if (plain.startsWith('+')) return international(plain.slice(1)) ?? [typed].find(isPhone) ?? null
  const american = NORTH_AMERICAN.exec(plain)
  if (american) return `(${american[1]}) ${american[2]}-${american[3]}`
  // Spaces may make a number longer than the pattern, and a short one may need the characters that were typed.
  return [plain, digitsOf(plain), typed].find(isPhone) ?? null
}

function international(plain: string): string | null {
  const digits = digitsOf(plain)
  const code = SHORT_CODES.exec(digits)?.[0] ?? digits.slice(0, 3)
  const afterCode = plain.replace(new RegExp(`^${[...code].join(' ?')} ?`), '')
  const national = KEEPS_ZERO.has(code) ? afterCode : afterCode.replace(/^[0 ]+/, '')
  const american = code === '1' && NORTH_AMERICAN.exec(national)
  const groups = american ? american.slice(1).join('-') : national
  const together = code + digitsOf(groups)
  if (!isPhone(together) || together.startsWith('0')) return null
  return `+${[`${code} ${groups}`, `${code} ${digitsOf(groups)}`].find(isPhone) ?? together}`
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')
