import type { FileInParts } from '../../../contract/route.ts'
import type { CalendarDate } from '../../../domain/dates/calendar.ts'
import type { ExportFormat } from '../../../domain/files/export-formats.ts'
import type { ExportColumn } from './columns.ts'
import { EXPORT_MEDIA_TYPES, tableWriter } from './export-list.ts'

const ROWS_AT_ONCE = 1000

/** Exports rows that are in memory, such as those of a report. */
export function exportTable<Row>(table: {
  readonly name: string
  readonly format: ExportFormat
  readonly columns: readonly ExportColumn<Row>[]
  readonly today: CalendarDate
  readonly rows: readonly Row[]
}): FileInParts {
  const { name, format, columns, today, rows } = table
  const writer = tableWriter(format, columns, name)
  async function* parts() {
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const some = rows.slice(from, from + ROWS_AT_ONCE)
      const part = await writer.write(some.map((row) => columns.map((column) => column.value(row))))
      if (part.length > 0) yield part
    }
    yield await writer.end()
  }
  return { mediaType: EXPORT_MEDIA_TYPES[format], name: `${name} ${today}.${format}`, parts: parts() }
}
