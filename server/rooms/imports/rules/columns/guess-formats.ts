import { DATE_FORMATS, type DateFormat } from '../../../../../domain/dates/calendar.ts'
import {
  type DecimalMark,
  guessDateOrder,
  guessDecimalMark,
  parseLooseAmount,
  parseLooseDate,
} from '../../../../../domain/parsing/loose-input.ts'
import type { Mapping } from './targets.ts'

/** Date and number formats of a file. */
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
 * Guesses the date and number formats from the cells. Ambiguous dates are read in the account's order.
 * Ambiguous figures are read by the delimiter: programs that write decimal commas separate columns with
 * something else, mostly a semicolon.
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

/** Ignores cells that are not dates, so that they do not hide the order of the others. */
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

/** Returns whether both marks occur as decimal marks, so that each figure has to decide for itself. */
const contradictory = (figures: readonly string[]): boolean => {
  const marks = new Set(figures.map((figure) => guessDecimalMark([figure])).filter((mark) => mark !== 'auto'))
  return marks.size > 1
}
