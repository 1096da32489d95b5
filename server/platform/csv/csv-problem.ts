export type CsvProblemCode =
  | 'not_a_csv'
  | 'empty_file'
  | 'no_rows'
  | 'file_too_large'
  | 'too_many_columns'
  | 'too_many_rows'
  | 'cell_too_long'
  | 'row_too_long'
  | 'unclosed_quote'

/** A file that can't be read as CSV. The message is a sentence for the person who chose the file. */
export class CsvProblem extends Error {
  readonly code: CsvProblemCode
  /** Spreadsheet row number of the error (the first line is 1), or null when the whole file is wrong. */
  readonly rowNumber: number | null
  constructor(code: CsvProblemCode, sentence: string, rowNumber: number | null = null) {
    super(sentence)
    this.name = 'CsvProblem'
    this.code = code
    this.rowNumber = rowNumber
  }
}
