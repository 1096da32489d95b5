import { parseDecimal } from '../money/decimal.ts'
import type { CurrencyCode } from '../money/money.ts'
import { currencyDigits, isCurrency, MAX_AMOUNT_MINOR } from '../money/money.ts'

export const DECIMAL_MARKS = ['comma', 'point', 'auto'] as const
/** A file's decimal mark; 'auto' decides for each number. */
export type DecimalMark = (typeof DECIMAL_MARKS)[number]

export type LooseAmountProblem =
  | 'empty'
  | 'not_a_number'
  | 'ambiguous'
  | 'wrong_currency'
  | 'too_precise'
  | 'too_large'
export type LooseAmount = { ok: true; minor: bigint } | { ok: false; reason: LooseAmountProblem }

const LONGEST = 64
const SPACES = /[\s\u00a0\u2007\u2009\u202f]+/gu

const DOLLARS = new Set(
  'ARS AUD BBD BMD BND BSD BZD CAD CLP COP CVE DOP FJD GYD HKD JMD KYD LRD MXN NAD NZD SBD SGD SRD TTD TWD USD UYU XCD'.split(
    ' ',
  ),
)
const SYMBOLS: Readonly<Record<string, ReadonlySet<string>>> = {
  $: DOLLARS,
  '€': new Set(['EUR']),
  '£': new Set(['GBP', 'EGP', 'FKP', 'GIP', 'LBP', 'SDG', 'SHP', 'SSP', 'SYP']),
  '¥': new Set(['JPY', 'CNY']),
  '₹': new Set(['INR']),
  '₩': new Set(['KRW', 'KPW']),
  '₽': new Set(['RUB']),
  '₺': new Set(['TRY']),
  '₴': new Set(['UAH']),
  '₫': new Set(['VND']),
  '₪': new Set(['ILS']),
  '₱': new Set(['PHP', 'CUP']),
  '₦': new Set(['NGN']),
  '฿': new Set(['THB']),
  KR: new Set(['SEK', 'NOK', 'DKK', 'ISK']),
  ZŁ: new Set(['PLN']),
  KČ: new Set(['CZK']),
  FT: new Set(['HUF']),
  LEI: new Set(['RON', 'MDL']),
  FR: new Set(['CHF', 'XPF']),
  R: new Set(['ZAR']),
  R$: new Set(['BRL']),
  RM: new Set(['MYR']),
  RP: new Set(['IDR']),
  US$: new Set(['USD']),
  CA$: new Set(['CAD']),
  C$: new Set(['CAD', 'NIO']),
  A$: new Set(['AUD']),
  AU$: new Set(['AUD']),
  NZ$: new Set(['NZD']),
  HK$: new Set(['HKD']),
  S$: new Set(['SGD']),
  NT$: new Set(['TWD']),
  MX$: new Set(['MXN']),
}

type Stripped = { figures: string; negative: boolean; marks: string[] }

/** Removes sign and currency marks; null when the rest isn't one plain number. */
function strip(text: string): Stripped | null {
  const plain = text
    .replace(SPACES, ' ')
    .replace(/[\u2212\u2010-\u2014]/g, '-')
    .replace(/[\u2018\u2019\u02bc`]/g, "'")
  // A point after a letter ends an abbreviation ('Fr.12'), one before a digit begins a number ('.50').
  const first = plain.search(/(?<!\p{L})[.,]\d|\d/u)
  if (first < 0) return null
  const end = plain.search(/\d\D*$/) + 1
  const before = plain.slice(0, first)
  const after = plain.slice(end)
  const opened = before.includes('(')
  const signs = (before + after).replace(/[^+-]/g, '')
  if (opened !== after.includes(')') || signs.length + Number(opened) > 1) return null
  const words = `${before.replace('(', ' ')} ${after.replace(')', ' ')}`.replace(/[+-]/g, ' ').toUpperCase()
  return {
    figures: plain.slice(first, end),
    negative: opened || signs === '-',
    marks: words.split(' ').filter((word) => word !== ''),
  }
}

function isCurrencyMark(mark: string, currency: CurrencyCode): boolean | null {
  if (mark === currency) return true
  const symbol = SYMBOLS[mark] ?? SYMBOLS[mark.replace(/\.$/, '')]
  if (symbol) return symbol.has(currency)
  if (isCurrency(mark)) return false
  return /^\p{Sc}$/u.test(mark) ? true : null
}

/** Groups of three, or as in India two with a last group of three: 1.234.567 · 12,34,567. */
function ungroup(whole: string, mark: string): string | null {
  const groups = whole.split(mark)
  const [head = '', ...tail] = groups
  const last = tail.at(-1)
  if (!/^[1-9]\d{0,2}$/.test(head) || last?.length !== 3 || !tail.every((group) => /^\d+$/.test(group)))
    return null
  const middle = tail.slice(0, -1)
  const western = middle.every((group) => group.length === 3)
  const indian = head.length <= 2 && middle.every((group) => group.length === 2)
  return western || indian ? groups.join('') : null
}

const BAD = 'not_a_number' as const

/** Plain decimal text of a number, or the reason why it is unclear. */
function toPlain(figures: string, decimal: DecimalMark): { plain: string } | 'not_a_number' | 'ambiguous' {
  let text = figures
  if (/[' ]/.test(text)) {
    const mark = text.includes(' ') ? ' ' : "'"
    const [, whole = '', rest = ''] = /^([\d' ]*)([^\d' ].*)?$/.exec(text) ?? []
    const digits = ungroup(whole, mark)
    if (digits === null || /[' ]/.test(rest)) return BAD
    // When other marks group the thousands, a single comma or point is the decimal mark.
    if (rest === '') return { plain: digits }
    if (decimal !== 'auto' && rest[0] !== (decimal === 'comma' ? ',' : '.')) return BAD
    text = `${digits}.${rest.slice(1)}`
    return /^\d+\.\d+$/.test(text) ? { plain: text } : BAD
  }
  const found = decimalOf(text, decimal)
  if (found === 'ambiguous') return found
  const other = found === ',' ? '.' : ','
  const point = found === null ? -1 : text.lastIndexOf(found)
  const whole = point < 0 ? text : text.slice(0, point)
  const fraction = point < 0 ? '' : text.slice(point + 1)
  const grouping = found === null ? (whole.includes(',') ? ',' : '.') : other
  const digits = whole.includes(grouping) ? ungroup(whole, grouping) : whole === '' ? '0' : whole
  if (digits === null || !/^\d+$/.test(digits)) return BAD
  if (point < 0) return { plain: digits }
  return /^\d+$/.test(fraction) ? { plain: `${digits}.${fraction}` } : BAD
}

/** The decimal mark: ',' or '.', null for none, or the result that it is ambiguous. */
function decimalOf(text: string, decimal: DecimalMark): ',' | '.' | null | 'ambiguous' {
  if (decimal !== 'auto') {
    const mark = decimal === 'comma' ? ',' : '.'
    return text.includes(mark) ? mark : null
  }
  const comma = text.lastIndexOf(',')
  const point = text.lastIndexOf('.')
  if (comma < 0 && point < 0) return null
  const mark = comma > point ? ',' : '.'
  if (comma >= 0 && point >= 0) return mark
  if (text.indexOf(mark) !== text.lastIndexOf(mark)) return null
  const at = text.indexOf(mark)
  const couldGroup = text.length - at - 1 === 3 && /^[1-9]\d{0,2}$/.test(text.slice(0, at))
  return couldGroup ? 'ambiguous' : mark
}

/**
 * Reads an amount as people and programs write it: '1.234,56', '1,234.56', '(1,234.56)', '1 234,56 €', "CHF
 * 1'234.50", '12.50-'. A number with two readings ('1.234') is 'ambiguous' unless the file's decimal mark is
 * given. Extra decimals are accepted when they are zeros. Returns minor units.
 */
export function parseLooseAmount(
  text: string,
  currency: CurrencyCode,
  decimal: DecimalMark = 'auto',
): LooseAmount {
  if (text.length > LONGEST) return { ok: false, reason: 'not_a_number' }
  if (text.trim() === '') return { ok: false, reason: 'empty' }
  const stripped = strip(text)
  if (!stripped) return { ok: false, reason: 'not_a_number' }
  for (const mark of stripped.marks) {
    const fits = isCurrencyMark(mark, currency)
    if (fits !== true) return { ok: false, reason: fits === null ? 'not_a_number' : 'wrong_currency' }
  }
  const read = toPlain(stripped.figures, decimal)
  if (typeof read === 'string') return { ok: false, reason: read }
  const digits = currencyDigits(currency)
  const [whole = '', fraction = ''] = read.plain.split('.')
  const excess = fraction.slice(digits)
  const kept = /^0*$/.test(excess) ? fraction.slice(0, digits) : fraction
  const parsed = parseDecimal(kept === '' ? whole : `${whole}.${kept}`, digits, MAX_AMOUNT_MINOR)
  if (!parsed.ok) return parsed
  return { ok: true, minor: stripped.negative ? -parsed.value : parsed.value }
}

/** The decimal mark that a column's values show, or 'auto' when none does or they contradict each other. */
export function guessDecimalMark(samples: readonly string[]): DecimalMark {
  const seen = new Set<DecimalMark>()
  for (const sample of samples) {
    const figures = sample.length > LONGEST ? undefined : strip(sample)?.figures
    if (!figures) continue
    const asComma = typeof toPlain(figures, 'comma') === 'object'
    const asPoint = typeof toPlain(figures, 'point') === 'object'
    if (asComma !== asPoint) seen.add(asComma ? 'comma' : 'point')
  }
  const [mark] = seen
  return seen.size === 1 && mark ? mark : 'auto'
}
