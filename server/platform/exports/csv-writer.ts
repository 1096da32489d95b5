import { CSV_BOM, csvLine } from '../csv/write-csv.ts'
import type { ExportColumn, ExportValue, TableWriter } from './columns.ts'

/** Writes a CSV that spreadsheets open as UTF-8, with formulas disarmed. */
export class CsvWriter implements TableWriter {
  private heading: string

  constructor(columns: readonly Pick<ExportColumn<never>, 'name'>[]) {
    this.heading = CSV_BOM + csvLine(columns.map(({ name }) => name))
  }

  async write(rows: readonly (readonly ExportValue[])[]): Promise<Uint8Array> {
    const lines = this.heading + rows.map((row) => csvLine(row)).join('')
    this.heading = ''
    return Buffer.from(lines)
  }

  async end(): Promise<Uint8Array> {
    return Buffer.from(this.heading)
  }
}
