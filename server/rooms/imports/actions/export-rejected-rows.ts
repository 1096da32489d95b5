import type { FileReply } from '../../../../contract/route.ts'
import { skippedRowsFileName } from '../../../../domain/parsing/skipped-rows-file-name.ts'
import type { Ctx } from '../../../platform/context.ts'
import { openCsv } from '../../../platform/csv/read-csv.ts'
import { CSV_BOM, csvLine } from '../../../platform/csv/write-csv.ts'
import { readStoredFile } from '../../../platform/files.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { KeptRow } from '../rules/import-run.ts'
import { FILE_GONE } from '../rules/keeping.ts'
import { reasonOf } from '../rules/present-import.ts'
import { selectRejectedRows } from '../store/rows.ts'
import { findImport } from './read-import.ts'

const AT_A_TIME = 5000

/**
 * Exports the rows that were not imported, with the file's own columns and the reason, so that they can be
 * corrected and uploaded again. Uses the file's delimiter, so that the same spreadsheet program opens it.
 * Formulas are disarmed. Refuses not_found; wrong_state before the rows were checked, and once the file is
 * deleted.
 */
export async function exportRejectedRows(ctx: Ctx, importId: string): Promise<FileReply> {
  const run = await findImport(ctx, importId)
  if (run.status === 'mapping' || run.status === 'previewing')
    throw refuse('wrong_state', 'Preview the rows first.')
  if (run.fileId === null) throw refuse('wrong_state', FILE_GONE)
  const file = await readStoredFile(ctx, run.fileId)
  const delimiter = file ? openCsv(file.bytes).delimiter : ','
  const lines = [csvLine([...run.columns, 'Reason'], delimiter)]
  let rows: KeptRow[] = []
  do {
    rows = await selectRejectedRows(ctx, importId, rows.at(-1)?.rowNumber ?? 0, AT_A_TIME)
    for (const row of rows) lines.push(csvLine([...row.cells, reasonOf(run, row)], delimiter))
  } while (rows.length === AT_A_TIME)
  const name = skippedRowsFileName(run.fileName)
  return { mediaType: 'text/csv; charset=utf-8', name, bytes: Buffer.from(CSV_BOM + lines.join('')) }
}
