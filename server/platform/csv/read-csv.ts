import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, type Options, parse as parseStream } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import {
  type CsvEncoding,
  type DetectedEncoding,
  decodeStart,
  detectEncoding,
  utf8Chunks,
} from './csv-encoding.ts'
import { CsvProblem } from './csv-problem.ts'
import { unguardCell } from './formula-guard.ts'
import { type Delimiter, guessDelimiter, readSeparatorLine } from './guess-delimiter.ts'
import { nameColumns } from './name-columns.ts'
import { refuseOtherFiles } from './recognize-file.ts'
import { RowScan } from './row-scan.ts'

export const CSV_LIMITS = {
  bytes: 32 * 1024 * 1024,
  columns: 200,
  cellCharacters: 10_000,
  rows: 200_000,
} as const

/**
 * A row with another number of cells than the header. Missing cells read as empty; `long` rows have text
 * beyond the last column.
 */
export interface RaggedRow {
  readonly kind: 'short' | 'long'
  /** Number of missing or extra cells. */
  readonly count: number
  /** A sentence for the owner of the file. */
  readonly reason: string
}

export interface CsvRow {
  /** Spreadsheet row number: the first line is 1, blank rows count, a line break within quotes doesn't. */
  readonly rowNumber: number
  /** One cell per column, with surrounding white space. */
  readonly cells: string[]
  readonly ragged: RaggedRow | null
}

export interface CsvFile {
  readonly encoding: CsvEncoding
  readonly delimiter: Delimiter
  /** Column names: never empty, all distinct. */
  readonly columns: string[]
  /** Yields the non-blank rows below the header in chunks. Each call starts over. @throws CsvProblem */
  rows(): AsyncGenerator<CsvRow, void, undefined>
}

interface Layout {
  readonly detected: DetectedEncoding
  readonly delimiter: Delimiter
  readonly columns: string[]
  readonly headerRow: number
  /** Bytes of UTF-8 text before the first record. */
  readonly skipBytes: number
  readonly maxRows: number
}

const SAMPLE_BYTES = 256 * 1024
const SAMPLE_RECORDS = 50
/** A longer record has a cell that is too long, usually because a quotation mark was never closed. */
const RECORD_CHARACTERS = 1024 * 1024

/**
 * Opens a CSV file: guesses encoding and delimiter and skips title lines above the header. `maxRows` limits
 * the rows below the header, and as many blank ones may stand between them.
 * @throws CsvProblem with a code and a sentence for the person who chose the file
 */
export function openCsv(bytes: Buffer, { maxRows = CSV_LIMITS.rows }: { maxRows?: number } = {}): CsvFile {
  if (bytes.length > CSV_LIMITS.bytes)
    throw new CsvProblem(
      'file_too_large',
      `The file is larger than ${CSV_LIMITS.bytes / 1024 / 1024} MB. Split it into smaller files.`,
    )
  const detected = detectEncoding(bytes)
  if (bytes.length <= detected.bomBytes) throw emptyFile()
  refuseOtherFiles(bytes, detected)
  const layout = readLayout(bytes, detected, maxRows)
  return {
    encoding: detected.encoding,
    delimiter: layout.delimiter,
    columns: layout.columns,
    rows: () => readRows(bytes, layout),
  }
}

function readLayout(bytes: Buffer, detected: DetectedEncoding, maxRows: number): Layout {
  const start = decodeStart(bytes, detected, SAMPLE_BYTES)
  const sampleIsWhole = bytes.length - detected.bomBytes <= SAMPLE_BYTES
  const separator = readSeparatorLine(start)
  const sample = start.slice(separator?.length ?? 0)
  if (sampleIsWhole && sample.trim() === '') throw emptyFile()
  const delimiter = separator?.delimiter ?? guessDelimiter(sample, sampleIsWhole)
  const { records, isWhole } = parseSample(sample, delimiter, sampleIsWhole)
  const headerIndex = findHeader(records)
  const header = records[headerIndex]
  if (!header) throw emptyFile()
  if (isWhole && records.slice(headerIndex + 1).every(isBlank)) throw noRows()
  const named = header.slice(0, lastFilled(header, records))
  if (named.length > CSV_LIMITS.columns)
    throw new CsvProblem(
      'too_many_columns',
      `The file has ${named.length} columns; at most ${CSV_LIMITS.columns} can be read.`,
    )
  checkCells(named, headerIndex + 1)
  const skipBytes = Buffer.byteLength(start.slice(0, separator?.length ?? 0))
  return { detected, delimiter, columns: nameColumns(named), headerRow: headerIndex + 1, skipBytes, maxRows }
}

/** Parses the first records of the file. Drops a record that the end of the sample cuts in two. */
function parseSample(sample: string, delimiter: Delimiter, sampleIsWhole: boolean) {
  const records: string[][] = []
  const options: Options<string[]> = {
    ...parserOptions(delimiter),
    to: SAMPLE_RECORDS,
    on_record: (record) => void records.push(record),
  }
  try {
    parseAtOnce(sample, options as object)
  } catch (error) {
    if (sampleIsWhole) throw asProblem(error)
    if (records.length === 0) throw cellTooLong(1, true)
  }
  const isWhole = sampleIsWhole && records.length < SAMPLE_RECORDS
  if (!sampleIsWhole && records.length < SAMPLE_RECORDS && records.length > 1) records.pop()
  return { records, isWhole }
}

const parserOptions = (delimiter: Delimiter): Options<string[]> => ({
  delimiter,
  // Accepts all three at once, because files joined from several sources mix them.
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  max_record_size: RECORD_CHARACTERS,
})

/** Reports often have title lines above the header, which fills at least half of the table's width. */
function findHeader(records: readonly string[][]): number {
  const filled = records.map((record) => record.filter((cell) => cell.trim() !== '').length)
  const widest = Math.max(0, ...filled)
  return filled.findIndex((count) => (widest >= 3 ? count > 1 && count * 2 >= widest : count > 0))
}

/**
 * Spreadsheets export empty columns on the right. Columns without a name and without a cell in the sample are
 * dropped.
 */
function lastFilled(header: readonly string[], records: readonly string[][]): number {
  let width = header.length
  while (
    width > 1 &&
    header[width - 1]!.trim() === '' &&
    records.every((record) => (record[width - 1] ?? '').trim() === '')
  )
    width--
  return width
}

async function* readRows(bytes: Buffer, layout: Layout): AsyncGenerator<CsvRow, void, undefined> {
  const parser = parseStream(parserOptions(layout.delimiter))
  // The loop below throws every error. The callback exists because pipeline requires one.
  pipeline(Readable.from(textChunks(bytes, layout), { objectMode: false }), parser, () => {})
  let rowNumber = 0
  let rows = 0
  let blankRows = 0
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      rowNumber++
      if (rowNumber <= layout.headerRow) continue
      if (isBlank(record)) {
        if (++blankRows > layout.maxRows) throw tooManyBlankRows(layout.maxRows)
        continue
      }
      if (++rows > layout.maxRows) throw tooManyRows(layout.maxRows)
      checkCells(record, rowNumber)
      yield toRow(record, rowNumber, layout.columns.length)
    }
  } catch (error) {
    const isTooLong = error instanceof CsvError && error.code === 'CSV_MAX_RECORD_SIZE'
    throw isTooLong ? await explainLongRow(bytes, layout, error) : asProblem(error)
  }
  if (rows === 0) throw noRows()
}

/** Yields to other work between chunks, so that a long file doesn't block the server. */
async function* textChunks(bytes: Buffer, layout: Layout): AsyncGenerator<Buffer> {
  let skip = layout.skipBytes
  for (const chunk of utf8Chunks(bytes, layout.detected)) {
    const piece = chunk.subarray(skip)
    skip = Math.max(0, skip - chunk.length)
    if (piece.length > 0) yield piece
    await setImmediate()
  }
}

function toRow(record: string[], rowNumber: number, width: number): CsvRow {
  let used = record.length
  while (used > width && record[used - 1]!.trim() === '') used--
  const cells = record.slice(0, width).map(unguardCell)
  while (cells.length < width) cells.push('')
  return { rowNumber, cells, ragged: describeRagged(used, width) }
}

function describeRagged(used: number, width: number): RaggedRow | null {
  if (used === width) return null
  const kind = used < width ? 'short' : 'long'
  const hint = kind === 'long' ? ' Put cells that contain the delimiter in quotation marks.' : ''
  return {
    kind,
    count: Math.abs(used - width),
    reason: `This row has ${used} cells, the header has ${width}.${hint}`,
  }
}

function checkCells(cells: readonly string[], rowNumber: number): void {
  for (const cell of cells)
    if (cell.length > CSV_LIMITS.cellCharacters) throw cellTooLong(rowNumber, /[\r\n]/.test(cell))
}

/** A cell without its closing quotation mark continues over the following lines. */
function cellTooLong(rowNumber: number, hasLines: boolean): CsvProblem {
  const most = CSV_LIMITS.cellCharacters.toLocaleString('en-US')
  const hint = hasLines ? 'Shorten it, or close its quotation mark' : 'Shorten it'
  const sentence = `Row ${rowNumber} has a cell of more than ${most} characters. ${hint}, and choose the file again.`
  return new CsvProblem('cell_too_long', sentence, rowNumber)
}

function rowTooLong(rowNumber: number): CsvProblem {
  const most = RECORD_CHARACTERS.toLocaleString('en-US')
  const sentence = `Row ${rowNumber} has more than ${most} characters. Shorten it, and choose the file again.`
  return new CsvProblem('row_too_long', sentence, rowNumber)
}

function unclosedQuote(rowNumber: number): CsvProblem {
  const sentence = `A quotation mark in row ${rowNumber} is never closed. Correct that row, and choose the file again.`
  return new CsvProblem('unclosed_quote', sentence, rowNumber)
}

/** The parser stops within a row that is too long, so this scans the row again up to its end. */
async function explainLongRow(bytes: Buffer, layout: Layout, error: CsvError): Promise<CsvProblem> {
  const rowNumber = Number(error.records) + 1
  const scan = new RowScan(layout.delimiter)
  // The parser counts the bytes of completely read rows.
  let skip = Number(error.bytes)
  for await (const piece of textChunks(bytes, layout)) {
    scan.read(piece.subarray(skip))
    skip = Math.max(0, skip - piece.length)
    if (scan.ended) break
  }
  if (scan.quoteIsOpen) return unclosedQuote(rowNumber)
  return scan.longestCell > CSV_LIMITS.cellCharacters
    ? cellTooLong(rowNumber, scan.hasLines)
    : rowTooLong(rowNumber)
}

const isBlank = (record: readonly string[]): boolean => record.every((cell) => cell.trim() === '')

const emptyFile = () => new CsvProblem('empty_file', 'The file is empty.')
const noRows = () => new CsvProblem('no_rows', 'The file has column names but no rows below them.')
const tooManyRows = (most: number) =>
  new CsvProblem(
    'too_many_rows',
    `The file has more than ${most.toLocaleString('en-US')} rows. Split it into smaller files.`,
  )

/** Blank rows take as long to read as others. */
const tooManyBlankRows = (most: number) =>
  new CsvProblem(
    'too_many_rows',
    `The file has more than ${most.toLocaleString('en-US')} blank rows. Delete them, and choose the file again.`,
  )

/** Translates the parser's other errors, all of which mean an unmatched quotation mark. */
function asProblem(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  return unclosedQuote(Number(error.records) + 1)
}
