import { DATE_FORMATS, type DateFormat } from '../../../../../domain/dates/calendar.ts'
import {
  type DecimalMark,
  guessDateOrder,
  guessDecimalMark,
  parseLooseAmount,
  parseLooseDate,
} from '../../../../../domain/parsing/loose-input.ts'
import type { Mapping } from './targets.ts'

/** How a file writes what isn't plain text. */
export interface Formats {
  readonly dateOrder: DateFormat
  readonly decimalMark: DecimalMark
}

const DATES = ['invoice_date', 'due_date']
const FIGURES = [
  'total',
  'balance',
  'amount_paid',
  'unit_price',
  'line_amount',
  'tax_amount',
  'quantity',
  'discount',
  'tax_rate',
]

/**
 * How the file writes dates and figures, from what stands in its columns. Dates that fit several orders are read in
 * the account's own. Figures that could be two amounts are read as files with that delimiter have them: programs that
 * write a comma before the decimals separate their columns by something else, mostly a semicolon.
 */
export function guessFormats(
  mapping: Mapping,
  samples: readonly (readonly string[])[],
  file: { readonly delimiter: string; readonly dateFormat: DateFormat; readonly currency: string },
): Formats {
  const cells = (names: readonly string[]) =>
    names.flatMap((name) => {
      const column = mapping[name]
      return typeof column === 'number' ? samples.map((row) => row[column] ?? '') : []
    })
  const dates = cells(DATES).filter(isDate)
  const figures = cells(FIGURES)
  return {
    dateOrder: guessDateOrder(dates) ?? file.dateFormat,
    decimalMark: guessMark(figures, file),
  }
}

/** A few cells that are no dates at all shouldn't hide what the others show. */
const isDate = (cell: string): boolean => DATE_FORMATS.some((order) => parseLooseDate(cell, order).ok)

function guessMark(figures: readonly string[], file: { delimiter: string; currency: string }): DecimalMark {
  const mark = guessDecimalMark(figures)
  if (mark !== 'auto') return mark
  const unclear = figures.some((figure) => {
    const read = parseLooseAmount(figure, file.currency, 'auto')
    return !read.ok && read.reason === 'ambiguous'
  })
  if (!unclear || contradictory(figures)) return 'auto'
  return file.delimiter === ';' ? 'comma' : 'point'
}

/** Both marks occur as decimals somewhere: then each figure has to tell by itself. */
const contradictory = (figures: readonly string[]): boolean => {
  const marks = new Set(figures.map((figure) => guessDecimalMark([figure])).filter((mark) => mark !== 'auto'))
  return marks.size > 1
}
