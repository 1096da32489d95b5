/**
 * Value of a cell: text; `date`: YYYY-MM-DD; `amount`: a decimal of its currency, such as -12.50; `number`: a whole number.
 * null leaves the cell empty.
 */
export type ExportValue = string | number | null

/** How a spreadsheet shows the values of a column. */
export type ColumnKind = 'text' | 'date' | 'amount' | 'number'

/** A column of an exported list. */
export interface ExportColumn<Row> {
  readonly name: string
  readonly kind: ColumnKind
  readonly value: (row: Row) => ExportValue
}

/** Writes a table in pieces: the heading first, then rows in order, then what completes the file. */
export interface TableWriter {
  /** Returns the bytes that are ready; they may be those of earlier rows. */
  write(rows: readonly (readonly ExportValue[])[]): Promise<Uint8Array>
  end(): Promise<Uint8Array>
}
