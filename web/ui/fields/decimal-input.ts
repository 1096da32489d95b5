/**
 * What people type into amount and quantity fields, as text only: a decimal string such as '1234.5' in and out,
 * never a number, so nothing is rounded on the way.
 */

export type DecimalFormat = {
  /** Most digits after the point. */
  decimals: number
  negative?: boolean | undefined
}

/**
 * Reads typed or pasted text ('$1,234.50', '1.234,50', '45,5', '(12.00)') as a plain decimal string with '.' as its
 * point. '' stays ''. Null when it can't be read, has too many decimals, or is negative where that is not allowed.
 */
export function readDecimal(text: string, format: DecimalFormat): string | null {
  let body = text.trim()
  if (body === '') return ''
  let negative = false
  if (/^\(.*\)$/.test(body)) {
    negative = true
    body = body.slice(1, -1)
  }
  body = body.replace(/[\s\u00a0\u202f'’\p{Sc}]|^[A-Z]{3}|[A-Z]{3}$/gu, '')
  if (/^[-\u2212]/.test(body)) {
    negative = !negative
    body = body.slice(1)
  }
  const match = /^(\d*)(?:\.(\d*))?$/.exec(withPoint(body))
  if (!match || (match[1] === '' && !match[2])) return null
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '') || '0'
  const fraction = match[2] ?? ''
  if (fraction.length > format.decimals && /[1-9]/.test(fraction.slice(format.decimals))) return null
  const kept = fraction.slice(0, format.decimals)
  const plain = kept === '' ? whole : `${whole}.${kept}`
  if (!negative || !/[1-9]/.test(plain)) return plain
  return format.negative ? `-${plain}` : null
}

const THOUSANDS = { '.': /^\d{1,3}(\.\d{3})+$/, ',': /^\d{1,3}(,\d{3})+$/ } as const

/**
 * Figures without marks between thousands and with a point before the decimals. People write both as their country
 * does: of two kinds of marks the last one stands before the decimals, and so does a single one, unless it is a comma
 * that can only be read as between thousands by how we write them ('1,234'). What fits neither comes back as it is.
 */
function withPoint(figures: string): string {
  const last = figures.at(Math.max(figures.lastIndexOf('.'), figures.lastIndexOf(',')))
  if (last !== '.' && last !== ',') return figures
  const other = last === '.' ? ',' : '.'
  const parts = figures.split(last)
  const grouped = (text: string, mark: '.' | ','): string | null =>
    THOUSANDS[mark].test(text) ? text.replaceAll(mark, '') : null
  if (parts.length > 2) return grouped(figures, last) ?? figures
  const [whole = '', fraction = ''] = parts
  if (whole.includes(other)) {
    const digits = grouped(whole, other)
    return digits === null ? figures : `${digits}.${fraction}`
  }
  if (last === ',' && !whole.startsWith('0') && THOUSANDS[','].test(figures)) return whole + fraction
  return `${whole}.${fraction}`
}

/**
 * Writes a plain decimal string for reading: thousands grouped, and padded to `pad` decimals ('1234.5' → '1,234.50').
 * Text that is no decimal comes back as it is, so that nothing typed is lost.
 */
export function writeDecimal(plain: string, pad: number, group = ','): string {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(plain)
  if (!match) return plain
  const [, sign = '', whole = '', fraction = ''] = match
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
  const tail = fraction.padEnd(pad, '0')
  return `${sign === '-' ? '\u2212' : ''}${grouped}${tail === '' ? '' : `.${tail}`}`
}
