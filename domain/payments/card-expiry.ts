import { msg } from '../languages/msg.ts'

const YEAR_FIRST = /^(20\d\d)\D+(\d{1,2})$/

/**
 * Writes the expiry of a card while it is typed, or after a paste, as 'MM / YY': '7' becomes '07 / ', a full year is shortened
 * once it is complete.
 */
export function writeExpiry(typed: string): string {
  const text = typed.trim()
  const [, year, month] = YEAR_FIRST.exec(text) ?? []
  if (year && month) return join(month, year)
  const at = text.search(/\D/)
  if (at === 1 || at === 2) return join(text.slice(0, at), text.slice(at).replace(/\D/g, ''))
  const digits = text.replace(/\D/g, '')
  if (digits === '' || digits === '0' || digits === '1') return digits
  const two = digits.slice(0, 2)
  if (two === '00') return '0'
  return digits[0]! > '1' || two > '12' ? join(digits[0]!, digits.slice(1)) : join(two, digits.slice(2))
}

function join(month: string, year: string): string {
  const full = year.startsWith('20')
  // '20' may be the start of a full year: it stays until two more digits follow.
  const short = full ? year.slice(year.length >= 4 ? 2 : 0, 4) : year.slice(0, 2)
  return `${month.padStart(2, '0')} / ${short}`
}

/** Reads 'MM / YY' into a month such as '08' and a year such as '2028'; null while either is missing or impossible. */
export function readExpiry(text: string): { month: string; year: string } | null {
  const [, month, year] = /^(0[1-9]|1[0-2]) \/ (\d\d)$/.exec(writeExpiry(text)) ?? []
  return month && year ? { month, year: `20${year}` } : null
}

export const EXPIRED_TEXT = msg('This card has expired.')

/**
 * Returns the text to show beside an expiry, or null. `years` are those that the processor takes, in order; it also
 * refuses a past month of this year.
 */
export function expiryProblem(text: string, years: readonly string[]): string | null {
  const read = readExpiry(text)
  if (!read) return msg('Enter the month and year as MM / YY.')
  if (read.year < (years[0] ?? '')) return EXPIRED_TEXT
  return read.year > (years.at(-1) ?? '9999')
    ? msg('Check the year. Cards don’t stay valid that long.')
    : null
}
