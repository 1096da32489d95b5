const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/

/** What a numeric spinner accepts: a whole number or a decimal, each with a sign or without ('-3', '+1.5', '2'). */
export const isNumeric = (text: string, whole: boolean): boolean =>
  whole ? /^[+-]?\d+$/.test(text) : /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text)

function scaled(text: string, decimals: number): bigint {
  const [, sign = '', digits = '', fraction = ''] = DECIMAL.exec(text.trim()) ?? []
  const value = BigInt(`${digits || '0'}${fraction.padEnd(decimals, '0').slice(0, decimals)}`)
  return sign === '-' ? -value : value
}

const decimalsOf = (text: string): number => DECIMAL.exec(text.trim())?.[3]?.length ?? 0

/** A decimal string moved by a step up (1) or down (-1) and held within the bounds, exactly: ('0.1', '0.2', 1) → '0.3'. */
export function stepNumber(
  value: string,
  step: string,
  direction: 1 | -1,
  bounds: { min?: string | undefined; max?: string | undefined } = {},
): string {
  const start = value === '' || !isNumeric(value, false) ? '0' : value
  const decimals = Math.max(decimalsOf(start), decimalsOf(step))
  let next = scaled(start, decimals) + scaled(step, decimals) * BigInt(direction)
  if (bounds.min !== undefined && next < scaled(bounds.min, decimals)) next = scaled(bounds.min, decimals)
  if (bounds.max !== undefined && next > scaled(bounds.max, decimals)) next = scaled(bounds.max, decimals)
  const digits = (next < 0n ? -next : next).toString().padStart(decimals + 1, '0')
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return next < 0n ? `-${text}` : text
}
