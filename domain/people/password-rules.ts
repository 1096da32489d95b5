import { msg } from '../languages/msg.ts'

export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 128
const PRODUCT_WORD = 'quittance'

// Shorter pieces of a company's name ('of', 'the', 'inc') occur inside too many good passwords.
const SHORTEST_COMPANY_WORD = 4

export type PasswordProblem = 'too_short' | 'too_long' | 'common' | 'contains_product' | 'contains_company'

export const PASSWORD_TEXTS: Readonly<Record<PasswordProblem, string>> = {
  too_short: msg('Use at least 8 characters.'),
  too_long: msg('Use at most 128 characters.'),
  common: msg('This password is too easy to guess. Choose another one.'),
  contains_product: msg('The password must not contain the name of this product.'),
  contains_company: msg('The password must not contain the name of your company.'),
}

export type PasswordContext = {
  /** In lower case. */
  commonPasswords: ReadonlySet<string>
  companyName?: string | undefined
  /** Refused as the password itself. */
  email?: string | undefined
}

/** The first reason to refuse a new password, or null. Any character is allowed and none is required. */
export function checkPassword(password: string, context: PasswordContext): PasswordProblem | null {
  const length = [...password].length
  if (length < PASSWORD_MIN_LENGTH) return 'too_short'
  if (length > PASSWORD_MAX_LENGTH) return 'too_long'
  const plain = password.toLowerCase()
  if (isCommon(plain, context.commonPasswords) || isOwnEmail(plain, context.email)) return 'common'
  if (plain.includes(PRODUCT_WORD)) return 'contains_product'
  return companyWords(context.companyName ?? '').some((word) => plain.includes(word))
    ? 'contains_company'
    : null
}

/** The words of a company's name that its members' passwords must not contain, in lower case. */
export function companyWords(companyName: string): string[] {
  const words = companyName
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  return [...new Set([...words, words.join('')])].filter((word) => [...word].length >= SHORTEST_COMPANY_WORD)
}

/** True for a listed password, also with a tail such as 1, 2026 or 123!, and for a regular pattern. */
function isCommon(plain: string, list: ReadonlySet<string>): boolean {
  return list.has(plain) || list.has(plain.replace(TAIL, '')) || isRepeat(plain) || isRun(plain)
}

const TAIL = /[^\p{L}]{1,5}$/u

/** A few characters repeated: 'testtest', '12121212', 'qwertyqwerty'. */
const isRepeat = (plain: string): boolean => /^(.{1,6})\1+$/u.test(plain)

/** One character repeated, or consecutive characters: 'aaaaaaaa', '23456789', 'hgfedcba'. */
function isRun(plain: string): boolean {
  const codes = [...plain].map((character) => character.codePointAt(0) ?? 0)
  const step = (codes[1] ?? 0) - (codes[0] ?? 0)
  if (Math.abs(step) > 1) return false
  return codes.every((code, index) => index === 0 || code - (codes[index - 1] ?? 0) === step)
}

function isOwnEmail(plain: string, email: string | undefined): boolean {
  if (!email) return false
  const address = email.toLowerCase()
  return plain === address || plain === address.split('@')[0]
}
