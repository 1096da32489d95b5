/** Why a decimal text was refused. */
export type DecimalProblem = 'not_a_number' | 'too_precise' | 'too_large'

export type ParsedDecimal = { ok: true; value: bigint } | { ok: false; reason: DecimalProblem }

const STRICT_DECIMAL = /^-?\d+(\.\d+)?$/

/**
 * Reads a plain decimal text exactly, as an integer count of 10^-digits.
 * No exponent, separators, spaces or leading '+'; minus zero is refused, because no caller needs it.
 * Digits are counted before any conversion, so an absurdly long text costs linear time.
 */
export function parseDecimal(text: string, digits: number, max: bigint): ParsedDecimal {
  if (!STRICT_DECIMAL.test(text)) return { ok: false, reason: 'not_a_number' }
  const negative = text.startsWith('-')
  const [whole = '', fraction = ''] = (negative ? text.slice(1) : text).split('.')
  if (fraction.length > digits) return { ok: false, reason: 'too_precise' }
  const significant = (whole + fraction.padEnd(digits, '0')).replace(/^0+/, '')
  if (significant === '') return negative ? { ok: false, reason: 'not_a_number' } : { ok: true, value: 0n }
  if (significant.length > max.toString().length) return { ok: false, reason: 'too_large' }
  const size = BigInt(significant)
  if (size > max) return { ok: false, reason: 'too_large' }
  return { ok: true, value: negative ? -size : size }
}

/** Writes an integer count of 10^-digits with exactly that many decimals: (123450n, 2) -> '1234.50'. */
export function formatDecimal(value: bigint, digits: number): string {
  const negative = value < 0n
  const figures = (negative ? -value : value).toString().padStart(digits + 1, '0')
  const point = figures.length - digits
  const text = digits === 0 ? figures : `${figures.slice(0, point)}.${figures.slice(point)}`
  return negative ? `-${text}` : text
}

/** Drops trailing zero decimals: '12.5000' -> '12.5', '12.00' -> '12'. */
export function trimDecimal(text: string): string {
  if (!text.includes('.')) return text
  let end = text.length
  while (text[end - 1] === '0') end -= 1
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end)
}

/** Compares two plain decimal texts exactly, whatever their numbers of decimals: -1, 0 or 1. */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  const decimals = (text: string) => text.split('.')[1]?.length ?? 0
  const digits = Math.max(decimals(a), decimals(b))
  const scaled = (text: string) => {
    const [whole = '', fraction = ''] = text.replace(/^\+/, '').split('.')
    return BigInt(whole + fraction.padEnd(digits, '0'))
  }
  const left = scaled(a)
  const right = scaled(b)
  return left < right ? -1 : left > right ? 1 : 0
}
