export const NAME_MAX_LENGTH = 150

// Each class is one character and no repeat is nested, so the time is linear.
const FORBIDDEN_IN_NAME = /[!"`#%:;<>=@{}~$()*+\\/?[\]^|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
const APOSTROPHES = new Set(["'", '\u2018', '\u2019'])

/**
 * True for a person's name: no special characters, except an apostrophe (straight or curly) that follows a
 * letter inside the name, as in O'Brien.
 */
export function isPersonName(text: string): boolean {
  const name = text.trim()
  if (name === '' || name.length > NAME_MAX_LENGTH || FORBIDDEN_IN_NAME.test(name)) return false
  const characters = [...name]
  return characters.every((character, index) => {
    if (!APOSTROPHES.has(character)) return true
    const before = characters[index - 1]
    return before !== undefined && /[\p{L}\p{M}]/u.test(before) && index < characters.length - 1
  })
}

/**
 * False for a company name that ends like a sender, as in `Acme <pay@bank.test>`: emails would show it as
 * their origin.
 */
export function isCompanyName(text: string): boolean {
  const bracket = text.lastIndexOf('<')
  return bracket === -1 || !text.trimEnd().endsWith('>') || !text.includes('@', bracket)
}

export const EMAIL_MAX_LENGTH = 254

const LOCAL_PART = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/
const DOMAIN_LABEL = /^[A-Za-z0-9-]{1,63}$/

/**
 * True for a plain address of at most 254 characters. No quotes, spaces, comments, line breaks or address
 * literals: they are legal in places and have been used to misdirect email.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > EMAIL_MAX_LENGTH) return false
  const at = text.indexOf('@')
  if (at < 1 || at !== text.lastIndexOf('@')) return false
  const local = text.slice(0, at)
  if (!LOCAL_PART.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..')) {
    return false
  }
  const labels = text.slice(at + 1).split('.')
  const last = labels.at(-1) ?? ''
  if (labels.length < 2 || last.length < 2 || /^\d+$/.test(last)) return false
  return labels.every((label) => DOMAIN_LABEL.test(label) && !label.startsWith('-') && !label.endsWith('-'))
}

/** The form in which addresses are compared and stored: trimmed, lower case. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** One or two letters for an avatar: 'Ada King Lovelace' -> 'AL', 'acme' -> 'A', nothing to show -> '?'. */
export function initials(name: string): string {
  const starts = name
    .slice(0, 200)
    .split(/[\s\-_.,&/]+/u)
    .map((word) => [...word].find((character) => /[\p{L}\p{N}]/u.test(character)))
    .filter((start) => start !== undefined)
  const [first] = starts
  if (first === undefined) return '?'
  const last = starts.length > 1 ? (starts.at(-1) ?? '') : ''
  return (first + last).toUpperCase()
}
