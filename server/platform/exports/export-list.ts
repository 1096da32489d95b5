import type { FileInParts } from '../../../contract/route.ts'
import type { CalendarDate } from '../../../domain/dates/calendar.ts'
import type { ExportFormat } from '../../../domain/files/export-formats.ts'
import type { Ctx, UnitOfWork } from '../context.ts'
import { retry } from '../control/retry.ts'
import { ID_BYTES, idsOfBytes } from '../ids.ts'
import type { ExportColumn, TableWriter } from './columns.ts'
import { CsvWriter } from './csv-writer.ts'
import { XlsxWriter } from './xlsx-writer.ts'

export const EXPORT_MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const PART_BYTES = 500 * ID_BYTES

/** A list to export. */
export interface ListExport<Row> {
  /** Name of the file and of its sheet: 'Invoices'. */
  readonly name: string
  readonly format: ExportFormat
  readonly columns: readonly ExportColumn<Row>[]
  /** Today in the account's time zone, for the file's name. */
  readonly today: CalendarDate
  /** Ids of the rows in the list's order, 16 bytes each: the export has exactly these, also when the list changes meanwhile. */
  readonly ids: Buffer
  /** Reads rows as they are now, in the given order. A row that is gone is left out. */
  readonly read: (ctx: Ctx, ids: readonly string[]) => Promise<readonly Row[]>
}

/** Writes a table in a format; `name` becomes the name of a workbook's sheet. */
export const tableWriter = (
  format: ExportFormat,
  columns: readonly Pick<ExportColumn<never>, 'name' | 'kind'>[],
  name: string,
): TableWriter => (format === 'csv' ? new CsvWriter(columns) : new XlsxWriter(columns, name))

type FileFacts<Row> = Pick<ListExport<Row>, 'name' | 'format' | 'columns' | 'today'>

/** Writes batches of rows as a file. */
function writeFile<Row>(
  { name, format, columns, today }: FileFacts<Row>,
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): FileInParts {
  const writer = tableWriter(format, columns, name)
  async function* parts() {
    for await (const rows of batches) {
      const part = await writer.write(rows.map((row) => columns.map((column) => column.value(row))))
      if (part.length > 0) yield part
    }
    const last = await writer.end()
    if (last.length > 0) yield last
  }
  return { mediaType: EXPORT_MEDIA_TYPES[format], name: `${name} ${today}.${format}`, parts: parts() }
}

/** Writes a short list, which is in memory, as a file. */
export const exportRows = <Row>(file: FileFacts<Row>, rows: readonly Row[]): FileInParts =>
  writeFile(file, [rows])

/** A list to export by its pages. */
interface PagedExport<Row> extends FileFacts<Row> {
  /** Reads a page in the list's order. A page that is not full is the last one. */
  readonly readPage: (ctx: Ctx, limit: number, offset: number) => Promise<readonly Row[]>
}

/** Rows of a page. */
export const PAGE_ROWS = 1000

/**
 * Streams a list that has no single id a row, page by page, each in its own transaction. A list that changes meanwhile may repeat
 * or miss the rows that moved.
 */
export function exportPages<Row>(uow: UnitOfWork, { readPage, ...file }: PagedExport<Row>): FileInParts {
  async function* pages() {
    for (
      let offset = 0, rows: readonly Row[] = [];
      offset === 0 || rows.length === PAGE_ROWS;
      offset += PAGE_ROWS
    ) {
      rows = await retry(() => uow.read((ctx) => readPage(ctx, PAGE_ROWS, offset)))
      yield rows
    }
  }
  return writeFile(file, pages())
}

/** A list to export in its order, by its last row. */
interface FollowedExport<Row> extends FileFacts<Row> {
  /** The first page of PAGE_ROWS, read in the transaction that records the export. */
  readonly first: readonly Row[]
  /** Reads the page after a row. A page that is not full is the last one. */
  readonly readAfter: (ctx: Ctx, last: Row, limit: number) => Promise<readonly Row[]>
}

/** Streams a list page by page, each in its own transaction. Rows that are added meanwhile before the first one are left out. */
export function exportFollowing<Row>(
  uow: UnitOfWork,
  { first, readAfter, ...file }: FollowedExport<Row>,
): FileInParts {
  async function* pages() {
    for (let rows = first; ; ) {
      yield rows
      const last = rows.at(-1)
      if (last === undefined || rows.length < PAGE_ROWS) return
      rows = await retry(() => uow.read((ctx) => readAfter(ctx, last, PAGE_ROWS)))
    }
  }
  return writeFile(file, pages())
}

/**
 * Streams a list as a file. Rows are read five hundred at a time, each batch in its own transaction, so that memory stays flat and
 * a slow reader holds no transaction.
 */
export function exportList<Row>(uow: UnitOfWork, { ids, read, ...file }: ListExport<Row>): FileInParts {
  async function* batches() {
    for (let from = 0; from < ids.length; from += PART_BYTES) {
      const batch = idsOfBytes(ids.subarray(from, from + PART_BYTES))
      yield await retry(() => uow.read((ctx) => read(ctx, batch)))
    }
  }
  return writeFile(file, batches())
}
