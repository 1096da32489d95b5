/**
 * Splits a formatted amount at its decimals: '$1,234.50' → ['$1,234', '.50']; without decimals the tail is
 * ''.
 */
export function splitMinor(text: string): readonly [string, string] {
  const match = /^(.*\d)(\.\d+\D*)$/.exec(text)
  return match ? [match[1] ?? text, match[2] ?? ''] : [text, '']
}
