import { NUMBER_MARKS, type NumberMarks } from '../language/locale.ts'

/**
 * Parses and formats amount and quantity fields as text only: decimal strings such as '1234.5', never
 * numbers, so nothing is rounded.
 */

export type DecimalFormat = {
  /** Maximum number of digits after the point. */
  decimals: number
  negative?: boolean | undefined
}

/**
 * Parses typed or pasted text ('$1,234.50', '1.234,50', '45,5', '(12.00)') to a plain decimal string with '.'
 * as its point. '' stays ''. Null when it can't be parsed, has too many decimals, or is negative where that
 * is not allowed.
 */
export function readDecimal(text: string, format: DecimalFormat, marks = NUMBER_MARKS): string | null {
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
  const match = /^(\d*)(?:\.(\d*))?$/.exec(withPoint(body, marks))
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
 * Removes thousands separators and sets '.' before the decimals. Separators differ by country: of two kinds,
 * the last one precedes the decimals. So does a single separator, unless the page's language groups thousands by it and
 * it can only do so: '1,234' in English, '1.234' in German. Other text is returned unchanged.
 */
function withPoint(figures: string, { group }: NumberMarks): string {
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
  if (last === group && !whole.startsWith('0') && THOUSANDS[last].test(figures)) return whole + fraction
  return `${whole}.${fraction}`
}

/**
 * Formats a plain decimal string as the page's language writes numbers, padded to `pad` decimals ('1234.5' → '1,234.50',
 * in German '1.234,50'). Thousands are left ungrouped for editing. Other text is returned unchanged, so that nothing typed is lost.
 */
export function writeDecimal(
  plain: string,
  pad: number,
  { grouped = true, marks = NUMBER_MARKS }: { grouped?: boolean; marks?: NumberMarks } = {},
): string {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(plain)
  if (!match) return plain
  const [, sign = '', whole = '', fraction = ''] = match
  const groups = grouped && whole.length >= marks.groupedFrom
  const figures = groups ? whole.replace(/\B(?=(\d{3})+$)/g, marks.group) : whole
  const tail = fraction.padEnd(pad, '0')
  return `${sign === '-' ? '\u2212' : ''}${figures}${tail === '' ? '' : marks.point + tail}`
}
