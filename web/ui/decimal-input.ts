/**
 * What people type into amount and quantity fields, as text only: a decimal string such as '1234.5' in and out,
 * never a number, so nothing is rounded on the way.
 */

export type DecimalFormat = {
  /** Most digits after the point. */
  decimals: number
  /** Grouping mark between thousands, '' for none. */
  group?: string | undefined
  /** Decimal mark, '.' unless the account writes ','. */
  point?: string | undefined
  negative?: boolean | undefined
}

const escapeMark = (mark: string): string => mark.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Reads typed or pasted text ('$1,234.50', '1 234,5', '(12.00)') as a plain decimal string with '.' as its point.
 * '' stays ''. Null when it can't be read, has too many decimals, or is negative where that is not allowed.
 */
export function readDecimal(text: string, format: DecimalFormat): string | null {
  const group = format.group ?? ','
  const point = format.point ?? '.'
  let body = text.trim()
  if (body === '') return ''
  let negative = false
  if (/^\(.*\)$/.test(body)) {
    negative = true
    body = body.slice(1, -1)
  }
  body = body.replace(/[\s\u00a0\u202f\p{Sc}]|^[A-Z]{3}|[A-Z]{3}$/gu, '')
  if (/^[-\u2212]/.test(body)) {
    negative = !negative
    body = body.slice(1)
  }
  if (group !== '') body = body.replace(new RegExp(escapeMark(group), 'g'), '')
  if (point !== '.') body = body.replace(point, '.')
  const match = /^(\d*)(?:\.(\d*))?$/.exec(body)
  if (!match || (match[1] === '' && !match[2])) return null
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '') || '0'
  const fraction = match[2] ?? ''
  if (fraction.length > format.decimals && /[1-9]/.test(fraction.slice(format.decimals))) return null
  const kept = fraction.slice(0, format.decimals)
  const plain = kept === '' ? whole : `${whole}.${kept}`
  if (!negative || !/[1-9]/.test(plain)) return plain
  return format.negative ? `-${plain}` : null
}

/**
 * Writes a plain decimal string for reading: thousands grouped, and padded to `pad` decimals ('1234.5' → '1,234.50').
 * Text that is no decimal comes back as it is, so that nothing typed is lost.
 */
export function writeDecimal(plain: string, format: DecimalFormat, pad: number = format.decimals): string {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(plain)
  if (!match) return plain
  const [, sign = '', whole = '', fraction = ''] = match
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, format.group ?? ',')
  const tail = fraction.padEnd(pad, '0')
  return `${sign === '-' ? '\u2212' : ''}${grouped}${tail === '' ? '' : (format.point ?? '.') + tail}`
}
