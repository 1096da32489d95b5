import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { PAYMENT_TERM_LABELS, PAYMENT_TERMS, type PaymentTerms } from '../../../../domain/dates/terms.ts'
import { type CurrencyCode, isCurrency } from '../../../../domain/money/money.ts'
import { cutText } from '../../../../domain/parsing/cut-text.ts'
import {
  type LooseAmountProblem,
  parseLooseAmount,
  parseLooseDate,
} from '../../../../domain/parsing/loose-input.ts'
import { isEmailAddress, normalizeEmail } from '../../../../domain/people/person-text.ts'
import { normalizePhone } from '../../../../domain/people/phones/phone-number.ts'
import type { Formats } from './columns/guess-formats.ts'
import type { Mapping } from './columns/targets.ts'

export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: string }

const good = <T>(value: T): Read<T> => ({ ok: true, value })
const bad = (error: string): Read<never> => ({ ok: false, error })

export const REQUIRED = 'This field is required.'

/** Quotes a value for a sentence, truncated to 40 characters. */
export const quote = (text: string): string => `‘${text.length > 40 ? `${cutText(text, 39)}…` : text}’`

/**
 * Returns the cell of a target, trimmed and without the ="…" with which spreadsheets keep figures as text.
 */
export function cellOf(cells: readonly string[], mapping: Mapping, target: string): string {
  const column = mapping[target]
  const text = (typeof column === 'number' ? cells[column] : '')?.trim() ?? ''
  return /^="(?:[^"]|"")*"$/.test(text) ? text.slice(2, -1).replaceAll('""', '"').trim() : text
}

/** Control characters other than tab and line breaks, and unpaired surrogates. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|\p{Cs}/u

export function readText(text: string, most: number): Read<string> {
  if (FORBIDDEN.test(text)) return bad('This text has a character that is not allowed.')
  return text.length > most ? bad(`At most ${most} characters.`) : good(text)
}

/** Reads one line of text. Line breaks become spaces. */
export const readLine = (text: string, most: number): Read<string> =>
  readText(
    text.replace(/\s+/g, (gap) => (/[\r\n]/.test(gap) ? ' ' : gap)),
    most,
  )

/** Reads all addresses of a cell: 'a@x.test; Ann <b@x.test>'. */
export function readEmails(text: string): Read<string[]> {
  const spaced = text.replace(/\s+/g, (gap) => (/[\r\n]/.test(gap) ? '\n' : ' '))
  const parts = spaced.split(/[;,|\n]+|[ \n]\/[ \n]/).map((part) => /<([^<>]+)>\s*$/.exec(part)?.[1] ?? part)
  const addresses = parts
    .flatMap((part) => (isEmailAddress(part.trim()) ? [part.trim()] : part.trim().split(/\s+/)))
    .map((part) => normalizeEmail(part.replace(/^mailto:/i, '')))
    .filter((part) => part !== '')
  const wrong = addresses.find((address) => !isEmailAddress(address))
  return wrong === undefined ? good([...new Set(addresses)]) : bad(`${quote(wrong)} isn’t an email address.`)
}

export function readPhone(text: string): Read<string> {
  const number = normalizePhone(text)
  return number === null ? bad(`${quote(text)} isn’t a phone number of 7 to 15 digits.`) : good(number)
}

export function readCurrency(text: string): Read<CurrencyCode> {
  const code = /^[A-Za-z]{3}\b/.exec(text)?.[0].toUpperCase() ?? SYMBOLS[text] ?? ''
  return isCurrency(code) ? good(code) : bad(`${quote(text)} isn’t a currency. Use a code such as USD.`)
}

const SYMBOLS: Readonly<Record<string, CurrencyCode>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  US$: 'USD',
  CA$: 'CAD',
  A$: 'AUD',
}

const YES = new Set(
  'yes y true 1 active aktiv actif activo ja oui si sí wahr vrai verdadero x current open enabled'.split(' '),
)
const NO = new Set(
  'no n false 0 inactive inaktiv inactif inactivo nein non falsch faux falso not-active archived deleted disabled closed'.split(
    ' ',
  ),
)

export function readYesOrNo(text: string): Read<boolean> {
  const word = text.toLowerCase().replace(/\s+/g, '-')
  if (YES.has(word)) return good(true)
  return NO.has(word) ? good(false) : bad(`${quote(text)} isn’t yes or no.`)
}

export function readDate(text: string, formats: Formats): Read<CalendarDate> {
  const read = parseLooseDate(text, formats.dateOrder)
  if (read.ok) return good(read.date)
  if (read.reason === 'impossible')
    return bad(`${quote(text)} isn’t a real date, read as ${ORDER_WORDS[formats.dateOrder]}.`)
  return bad(`${quote(text)} isn’t a date. Dates are read as ${ORDER_WORDS[formats.dateOrder]}.`)
}

const ORDER_WORDS = { DMY: 'day, month, year', MDY: 'month, day, year', YMD: 'year, month, day' } as const

export function readAmount(text: string, currency: CurrencyCode, formats: Formats): Read<bigint> {
  const read = parseLooseAmount(text, currency, formats.decimalMark)
  return read.ok ? good(read.minor) : bad(amountSentence(text, currency, read.reason))
}

function amountSentence(text: string, currency: CurrencyCode, reason: LooseAmountProblem): string {
  switch (reason) {
    case 'empty':
      return REQUIRED
    case 'ambiguous':
      return `${quote(text)} could mean two amounts. Choose the file’s decimal mark.`
    case 'wrong_currency':
      return `${quote(text)} isn’t an amount in ${currency}.`
    case 'too_precise':
      return `${quote(text)} has more decimals than ${currency} allows.`
    case 'too_large':
      return `${quote(text)} is too large.`
    case 'not_a_number':
      return `${quote(text)} isn’t an amount.`
  }
}

/** Reads a quantity or percentage as a plain decimal: '1.234,5' → '1234.5', '19 %' → '19'. */
export function readDecimal(text: string, formats: Formats): Read<string> {
  const figures = text.replace(/[\s\u00a0\u202f%]/gu, '')
  const mark = formats.decimalMark === 'auto' ? markOf(figures) : formats.decimalMark
  const [decimal, grouping] = mark === 'comma' ? [',', /\./g] : ['.', /,/g]
  const plain = figures.replace(grouping, '').replace(decimal, '.')
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(plain)
    ? good(
        plain
          .replace(/\.$/, '')
          .replace(/^(-?)\./, '$10.')
          .replace(/^-(0+(\.0+)?)$/, '$1'),
      )
    : bad(`${quote(text)} isn’t a number.`)
}

/**
 * Returns the last mark as the decimal mark. A single mark is decimal too, because few quantities have
 * thousands.
 */
const markOf = (figures: string): 'comma' | 'point' =>
  figures.lastIndexOf(',') > figures.lastIndexOf('.') ? 'comma' : 'point'

/**
 * Reads terms as programs and people write them. `days` is set for a number of days that is not a standard
 * term.
 */
export function readTerms(
  text: string,
): Read<{ terms: PaymentTerms; days: null } | { terms: 'custom'; days: number }> {
  const words = text
    .toLowerCase()
    .replace(/[\s_.-]+/g, ' ')
    .trim()
  const known = PAYMENT_TERMS.find(
    (terms) => terms.replaceAll('_', ' ') === words || PAYMENT_TERM_LABELS[terms].toLowerCase() === words,
  )
  if (known) return good({ terms: known, days: null })
  if (AT_ONCE.test(words)) return good({ terms: 'due_on_receipt', days: null })
  if (END_OF_NEXT_MONTH.test(words)) return good({ terms: 'end_of_next_month', days: null })
  if (END_OF_MONTH.test(words)) return good({ terms: 'end_of_month', days: null })
  const days =
    /(?:net|n|netto)\s?\/?(\d{1,3})\b/.exec(words)?.[1] ??
    /^(\d{1,3})(?: ?(?:days?|d|tage?n?|jours?|dias?|días?)\b.*)?$/.exec(words)?.[1]
  if (days === undefined) return bad(`We don’t recognize the terms ${quote(text)}. Try Net 30.`)
  const terms =
    Number(days) === 0 ? 'due_on_receipt' : PAYMENT_TERMS.find((item) => item === `net_${Number(days)}`)
  return good(terms ? { terms, days: null } : { terms: 'custom', days: Number(days) })
}

const AT_ONCE =
  /^(due )?(up)?on receipt|^receipt$|^immediate|^cod$|^cash|sofort|^a réception|^a reception|comptant|^al contado|^contado|inmediato/
const END_OF_NEXT_MONTH = /(end of|eo) (the )?(next|following) month/
const END_OF_MONTH = /^eom$|end of (the )?month|monatsende|fin de mois|fin de mes/
