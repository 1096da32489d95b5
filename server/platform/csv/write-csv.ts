import { guardCell } from './formula-guard.ts'
import type { Delimiter } from './guess-delimiter.ts'

/**
 * null and undefined are empty cells. Numbers and bigints are written unchanged; text is guarded against
 * formulas.
 */
export type CsvCell = string | number | bigint | null | undefined

/** Byte order mark by which Excel recognizes UTF-8. Write it first in a file for spreadsheets. */
export const CSV_BOM = '\ufeff'

const NEEDS_QUOTES = /[",;\t|\r\n]|^\s|\s$/

/** Returns one record by RFC 4180 with its line end, for exports that are written record by record. */
export function csvLine(cells: readonly CsvCell[], delimiter: Delimiter = ','): string {
  const line = cells.map(quoteCell).join(delimiter)
  // A single empty cell would read as a blank line.
  return `${line === '' ? '""' : line}\r\n`
}

function quoteCell(cell: CsvCell): string {
  if (cell === null || cell === undefined || cell === '') return ''
  if (typeof cell !== 'string') return String(cell)
  const text = guardCell(cell)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A whole CSV as text: comma, CRLF, RFC 4180 quotes, formulas disarmed. */
export function writeCsv(columns: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  let text = csvLine(columns)
  for (const row of rows) text += csvLine(row)
  return text
}
