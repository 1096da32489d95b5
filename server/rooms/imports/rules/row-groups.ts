import { type Mapping, readsLines } from './columns/targets.ts'
import { numberOfRow } from './invoices/read-invoice-rows.ts'
import type { ImportKind } from './row-outcomes.ts'

export interface FileRow {
  readonly rowNumber: number
  readonly cells: readonly string[]
  /** The fault in its number of cells, when text may have shifted into other columns; else null. */
  readonly slipped: string | null
}

/** Rows of one record: one row, or all rows of an invoice with several lines. */
export interface RowGroup {
  readonly rowNumber: number
  readonly rows: readonly FileRow[]
}

type Rows = AsyncIterable<FileRow>

/**
 * Yields the file's records in the order in which they are complete. Rows of one invoice may be scattered: a
 * first pass counts them, so that the second one holds only incomplete invoices. `open` starts a pass.
 */
export async function* groupRows(
  open: () => Rows,
  kind: ImportKind,
  mapping: Mapping,
): AsyncGenerator<RowGroup, void, undefined> {
  if (kind === 'customers' || !readsLines(mapping)) {
    for await (const row of open()) yield { rowNumber: row.rowNumber, rows: [row] }
    return
  }
  const left = await countRows(open(), mapping)
  const incomplete = new Map<string, FileRow[]>()
  for await (const row of open()) {
    const key = keyOf(row, mapping)
    const rows = [...(incomplete.get(key) ?? []), row]
    const missing = (left.get(key) ?? 1) - 1
    left.set(key, missing)
    incomplete.set(key, rows)
    if (key !== '' && missing > 0) continue
    incomplete.delete(key)
    yield { rowNumber: rows[0]!.rowNumber, rows }
  }
}

async function countRows(rows: Rows, mapping: Mapping): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for await (const row of rows) {
    const key = keyOf(row, mapping)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Rows without a number have an empty key and are never combined. */
const keyOf = (row: FileRow, mapping: Mapping): string => numberOfRow(row.cells, mapping).toLowerCase()
