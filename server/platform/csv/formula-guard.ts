/** What makes spreadsheet programs take a cell for a formula, or cut it off (OWASP on CSV injection; the wide forms count too). */
const DANGEROUS_STARTS = new Set(['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠'])
const PLAIN_NUMBER = /^-\d{1,30}(\.\d{1,30})?$/

/**
 * Puts an apostrophe before text that a spreadsheet program would run as a formula.
 * A plain negative number such as -12.50 can't do harm and has to stay a number.
 */
export const guardCell = (text: string): string =>
  DANGEROUS_STARTS.has(text.charAt(0)) && !PLAIN_NUMBER.test(text) ? `'${text}` : text

/** Takes back the apostrophe of `guardCell`, so that a file which we wrote reads as it was. */
export const unguardCell = (text: string): string =>
  text.charAt(0) === "'" && DANGEROUS_STARTS.has(text.charAt(1)) ? text.slice(1) : text
