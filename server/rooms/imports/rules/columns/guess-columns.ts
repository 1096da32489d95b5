import { parseLooseDate } from '../../../../../domain/parsing/loose-input.ts'
import { isEmailAddress } from '../../../../../domain/people/person-text.ts'
import { isStatusWord, isTypeWord } from '../invoices/invoice-standing.ts'
import type { ImportKind } from '../row-outcomes.ts'
import { CUSTOMER_HEADERS } from './customer-headers.ts'
import { INVOICE_HEADERS } from './invoice-headers.ts'
import { isMapped, type Mapping, TARGETS } from './targets.ts'

const HEADERS: Readonly<Record<ImportKind, Readonly<Record<string, readonly string[]>>>> = {
  customers: CUSTOMER_HEADERS,
  invoices: INVOICE_HEADERS,
}

/**
 * Converts a header to words without accents: 'POAddressLine1' and 'po_address_line-1' both become 'po
 * address line 1', '#' becomes 'number'.
 */
export function headerWords(header: string): string {
  return header
    .replace(/#|№|\bn[°º]\.?/giu, ' number ')
    .replace(/ß/g, 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
}

const squash = (words: string): string => words.replaceAll(' ', '')

/** Words of addresses, contacts or figures that are not imported. */
const ELSEWHERE = new Set(
  'shipping ship delivery deliver liefer lieferadresse livraison envio entrega sa base home'.split(' '),
)

const EXACT = 1000
const WITHIN = 500

/**
 * Scores how well a header names a target; 0 for no match. Earlier names of a list score higher, extra words
 * lower.
 */
function score(words: string, names: readonly string[]): number {
  if (words === '') return 0
  const tokens = words.split(' ')
  if (tokens.some((token) => ELSEWHERE.has(token))) return 0
  const exact = names.findIndex((name) => squash(name) === squash(words))
  if (exact >= 0) return EXACT - exact
  let best = 0
  for (const [index, name] of names.entries()) {
    const parts = name.split(' ')
    if (parts.length < 2 && squash(name).length < 5) continue
    if (!parts.every((part) => tokens.includes(part))) continue
    best = Math.max(best, WITHIN + parts.length * 20 - (tokens.length - parts.length) * 40 - index / 10)
  }
  return best
}

/** An exact email header is accepted even with invalid cells, so that their rows report the faults. */
const isPlain = (target: string, points: number): boolean => EMAILS.has(target) && points > WITHIN * 1.5

/** Returns whether a column's filled cells could suit the target. An empty column suits every target. */
function fits(target: string, cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  if (filled.length === 0) return true
  const share = (test: (cell: string) => boolean) => filled.filter(test).length / filled.length
  if (EMAILS.has(target)) return share((cell) => cell.includes('@')) > 0.3
  if (DATES.has(target)) return share(couldBeDate) > 0.3
  if (FIGURES.has(target)) return share((cell) => /\d/.test(cell) && !cell.includes('@')) > 0.3
  if (target === 'status') return share(isStatusWord) > 0.3
  if (target === 'transaction_type') return share(isTypeWord) > 0.1
  return !NAMES.has(target) || share((cell) => isEmailAddress(cell)) < 0.5
}

const EMAILS = new Set(['email', 'emails', 'customer_email'])
const DATES = new Set(['invoice_date', 'due_date'])
const FIGURES = new Set([
  'total',
  'amount_paid',
  'balance',
  'quantity',
  'unit_price',
  'line_amount',
  'tax_amount',
  'discount',
])
const NAMES = new Set(['short_name', 'company_name', 'customer_name'])

const couldBeDate = (cell: string): boolean =>
  (['DMY', 'MDY', 'YMD'] as const).some((order) => parseLooseDate(cell, order).ok)

/** Assigns the best pairs first, each target and each column once. */
function assign(
  candidates: readonly { target: string; column: number; points: number }[],
): Record<string, number> {
  const mapping: Record<string, number> = {}
  const taken = new Set<number>()
  for (const { target, column } of [...candidates].sort(
    (a, b) => b.points - a.points || a.column - b.column,
  )) {
    if (target in mapping || taken.has(column)) continue
    mapping[target] = column
    taken.add(column)
  }
  return mapping
}

/**
 * Guesses the column of each target by header and, failing that, by the cells of `samples`. Every target has
 * an entry; null without a matching column.
 */
export function guessMapping(
  kind: ImportKind,
  columns: readonly string[],
  samples: readonly (readonly string[])[],
): Mapping {
  const cellsOf = (column: number) => samples.map((row) => row[column] ?? '')
  const words = columns.map(headerWords)
  const candidates = TARGETS[kind].flatMap(({ name }) =>
    columns.flatMap((_, column) => {
      const points = score(words[column]!, HEADERS[kind][name] ?? [])
      return points > 0 && (isPlain(name, points) || fits(name, cellsOf(column)))
        ? [{ target: name, column, points }]
        : []
    }),
  )
  const mapping = assign(candidates)
  const free = columns.map((_, column) => column).filter((column) => !Object.values(mapping).includes(column))
  guessBySamples(kind, mapping, free, cellsOf)
  if (kind === 'customers') moveCompanyToName(mapping)
  return Object.fromEntries(TARGETS[kind].map(({ name }) => [name, mapping[name] ?? null]))
}

function guessBySamples(
  kind: ImportKind,
  mapping: Record<string, number>,
  free: readonly number[],
  cellsOf: (column: number) => string[],
): void {
  const every = (column: number, test: (cell: string) => boolean): boolean => {
    const filled = cellsOf(column).filter((cell) => cell.trim() !== '')
    return filled.length > 0 && filled.every((cell) => test(cell.trim()))
  }
  const email = kind === 'customers' ? 'email' : 'customer_email'
  const withEmails = free.filter((column) => every(column, isEmailAddress))
  if (!(email in mapping) && withEmails.length === 1) mapping[email] = withEmails[0]!
  const withDates = free.filter((column) => every(column, couldBeDate))
  if (kind === 'invoices' && !('invoice_date' in mapping) && withDates.length === 1)
    mapping.invoice_date = withDates[0]!
}

/** Uses the company as the customer's name when the list has no other name column. */
function moveCompanyToName(mapping: Record<string, number>): void {
  if (isMapped(mapping, 'short_name') || !isMapped(mapping, 'company_name')) return
  mapping.short_name = mapping.company_name!
  delete mapping.company_name
}
