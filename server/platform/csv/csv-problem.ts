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

/** A file that can't be read as a CSV. The message is a sentence for the person who chose the file. */
export class CsvProblem extends Error {
  readonly code: CsvProblemCode
  /** The row at fault as a spreadsheet numbers it (the first line is 1), or null when it is the file as a whole. */
  readonly rowNumber: number | null
  constructor(code: CsvProblemCode, sentence: string, rowNumber: number | null = null) {
    super(sentence)
    this.name = 'CsvProblem'
    this.code = code
    this.rowNumber = rowNumber
  }
}
