/**
 * Leading characters that make spreadsheet programs run or cut off a cell (OWASP CSV injection, including
 * full-width forms).
 */
const DANGEROUS_STARTS = new Set(['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠'])
const PLAIN_NUMBER = /^-\d{1,30}(\.\d{1,30})?$/

/** Text that `guardCell` may have written, and text that looks the same. */
const looksGuarded = (text: string): boolean =>
  text.startsWith("'") && DANGEROUS_STARTS.has(text.replace(/^'+/, '').charAt(0))

/**
 * Prefixes an apostrophe to text that a spreadsheet program would run as a formula, and to text that has such a
 * prefix of its own. A plain negative number such as -12.50 is harmless and stays a number.
 */
export const guardCell = (text: string): string =>
  looksGuarded(text) || (DANGEROUS_STARTS.has(text.charAt(0)) && !PLAIN_NUMBER.test(text)) ? `'${text}` : text

/** Removes the apostrophe of `guardCell`, so that an exported file imports unchanged. */
export const unguardCell = (text: string): string => (looksGuarded(text) ? text.slice(1) : text)
