import { isDocumentNumber } from '../../../../../domain/invoices/document-number.ts'
import { cutText } from '../../../../../domain/parsing/cut-text.ts'
import type { Formats } from '../columns/guess-formats.ts'
import { type Mapping, readsLines } from '../columns/targets.ts'
import {
  cellOf,
  quote,
  REQUIRED,
  type Read,
  readCurrency,
  readDate,
  readDecimal,
  readEmails,
  readLine,
  readTerms,
  readText,
} from '../read-cells.ts'
import type { RowErrors } from '../row-outcomes.ts'
import type { DraftLine, InvoiceDraft } from './invoice-draft.ts'
import { readStanding, refuseOtherDocuments } from './invoice-standing.ts'

export type ReadInvoice =
  | { readonly ok: true; readonly draft: InvoiceDraft }
  | { readonly ok: false; readonly errors: RowErrors }

/** The rows of one invoice with their spreadsheet row numbers. */
export type RowsOfInvoice = readonly { readonly rowNumber: number; readonly cells: readonly string[] }[]

const MAX_LINES = 300

/** Collects values and their faults. */
class Reading {
  readonly errors: Record<string, string[]> = {}
  readonly rows: RowsOfInvoice
  readonly mapping: Mapping
  constructor(rows: RowsOfInvoice, mapping: Mapping) {
    this.rows = rows
    this.mapping = mapping
  }

  fail(target: string, sentence: string): void {
    const sentences = this.errors[target] ?? []
    if (!sentences.includes(sentence)) this.errors[target] = [...sentences, sentence]
  }

  take<T>(target: string, read: Read<T>): T | null {
    if (read.ok) return read.value
    this.fail(target, read.error)
    return null
  }

  /**
   * Returns the value that all rows of the invoice share in a column. Empty cells take it from the others;
   * two different values are an error.
   */
  shared(target: string): string {
    if (this.rows.length === 1) return cellOf(this.rows[0]!.cells, this.mapping, target)
    const cells = this.rows.map((row) => ({
      row: row.rowNumber,
      text: cellOf(row.cells, this.mapping, target),
    }))
    const filled = cells.filter((cell) => cell.text !== '')
    const first = filled[0]
    const other = filled.find((cell) => cell.text !== first?.text)
    if (first && other) this.fail(target, disagreement(target, first, other))
    return first?.text ?? ''
  }
}

function disagreement(
  target: string,
  first: { row: number; text: string },
  other: { row: number; text: string },
): string {
  const sentence = `Rows ${first.row} and ${other.row} belong to one invoice but differ: ${quote(first.text)} and ${quote(other.text)}.`
  return target === 'total'
    ? `${sentence} If this column holds line amounts, match it to Line: amount.`
    : sentence
}

/** Reads the rows of one invoice. Faults are keyed by target. */
export function readInvoiceRows(rows: RowsOfInvoice, mapping: Mapping, formats: Formats): ReadInvoice {
  const reading = new Reading(rows, mapping)
  const refusal = refuseOtherDocuments(reading.shared('transaction_type'), reading.shared('status'))
  if (refusal) return { ok: false, errors: refusal }
  const number = readNumber(reading)
  const customer = readCustomer(reading)
  const dates = readDates(reading, formats)
  const currency = reading.shared('currency')
  const hasLines = readsLines(mapping)
  const draft = {
    number,
    ...customer,
    ...dates,
    currency: currency === '' ? null : reading.take('currency', readCurrency(currency)),
    total: reading.shared('total'),
    amountPaid: reading.shared('amount_paid'),
    balance: reading.shared('balance'),
    standing: readStanding(reading.shared('status')),
    notes: readNotes(reading),
    hasLines,
    lines: readLines(reading, formats),
  }
  if (!hasLines && draft.total === '') reading.fail('total', REQUIRED)
  if (Object.keys(reading.errors).length > 0) return { ok: false, errors: reading.errors }
  return { ok: true, draft: draft as InvoiceDraft }
}

/** Returns the number of a row, by which rows are combined. */
export const numberOfRow = (cells: readonly string[], mapping: Mapping): string =>
  cellOf(cells, mapping, 'number').replace(/\s+/g, ' ')

function readNumber(reading: Reading): string {
  const number = numberOfRow(reading.rows[0]!.cells, reading.mapping)
  if (number === '') reading.fail('number', REQUIRED)
  else if (!isDocumentNumber(number))
    reading.fail('number', `${quote(number)} isn’t a valid invoice number. Use 1 to 40 visible characters.`)
  return number
}

function readCustomer(reading: Reading) {
  const name = reading.take('customer_name', readLine(reading.shared('customer_name'), 150)) ?? ''
  const emails = reading.take('customer_email', readEmails(reading.shared('customer_email'))) ?? []
  const readable = !reading.errors.customer_name && !reading.errors.customer_email
  if (name === '' && emails.length === 0 && readable) reading.fail('customer_name', REQUIRED)
  return { customerName: name.replace(/\s+/g, ' '), customerEmail: emails[0] ?? '' }
}

function readDates(reading: Reading, formats: Formats) {
  const issued = reading.shared('invoice_date')
  const due = reading.shared('due_date')
  const termsText = reading.shared('terms')
  const terms = termsText === '' ? null : readTerms(termsText)
  // A due date takes precedence; unknown terms matter only without one.
  if (terms && !terms.ok && due === '') reading.fail('terms', `${terms.error} Or add a due date.`)
  if (issued === '') reading.fail('invoice_date', REQUIRED)
  return {
    invoiceDate: issued === '' ? null : reading.take('invoice_date', readDate(issued, formats)),
    dueDate: due === '' ? null : reading.take('due_date', readDate(due, formats)),
    terms: terms?.ok ? terms.value.terms : null,
    termDays: terms?.ok ? terms.value.days : null,
  }
}

function readNotes(reading: Reading): string {
  const notes = new Set(
    reading.rows.map((row) => cellOf(row.cells, reading.mapping, 'notes')).filter(Boolean),
  )
  return reading.take('notes', readText([...notes].join('\n'), 5000)) ?? ''
}

function readLines(reading: Reading, formats: Formats): DraftLine[] {
  if (reading.rows.length > MAX_LINES) reading.fail('number', `An invoice has at most ${MAX_LINES} lines.`)
  return reading.rows.flatMap((row) => {
    const cell = (target: string) => cellOf(row.cells, reading.mapping, target)
    const decimal = (target: string) =>
      cell(target) === '' ? '' : (reading.take(target, readDecimal(cell(target), formats)) ?? '')
    const line = {
      ...readDescription(reading, cell('description')),
      quantity: decimal('quantity'),
      unitPrice: cell('unit_price'),
      amount: cell('line_amount'),
      discount: decimal('discount'),
      taxRate: decimal('tax_rate'),
      taxAmount: cell('tax_amount'),
    }
    return Object.values(line).every((text) => text === '') ? [] : [line]
  })
}

const DESCRIPTION = 300
const DETAIL = 1000

/** Splits a long text: the first line is the description, the rest its detail. */
function readDescription(reading: Reading, text: string): { description: string; detail: string } {
  const safe = reading.take('description', readText(text, DESCRIPTION + DETAIL))
  if (safe === null) return { description: '', detail: '' }
  const [first = '', ...rest] = safe.split(/\r\n|\r|\n/).map((line) => line.trim())
  const whole = rest.filter(Boolean).join('\n')
  if (first.length <= DESCRIPTION) return { description: first, detail: cutText(whole, DETAIL) }
  const description = cutText(first, DESCRIPTION)
  return { description, detail: cutText(`${first.slice(description.length)}\n${whole}`.trim(), DETAIL) }
}
