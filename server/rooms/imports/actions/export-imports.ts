import type { imports } from '../../../../contract/imports.ts'
import type { FileInParts, InputOf } from '../../../../contract/route.ts'
import type { UnitOfWork } from '../../../platform/context.ts'
import { auditExport } from '../../../platform/exports/audit-export.ts'
import type { ExportColumn } from '../../../platform/exports/columns.ts'
import { exportPages } from '../../../platform/exports/export-list.ts'
import { todayOf } from '../../accounts/index.ts'
import { type ImportReply, presentImport } from '../rules/present-import.ts'
import { selectRuns } from '../store/runs.ts'
import { runMatchOf } from './list-imports.ts'

const COLUMNS: readonly ExportColumn<ImportReply>[] = [
  { name: 'File', kind: 'text', value: (one) => one.file_name },
  { name: 'Kind', kind: 'text', value: (one) => one.kind },
  { name: 'Status', kind: 'text', value: (one) => one.status },
  { name: 'Rows', kind: 'number', value: (one) => one.total_rows },
  { name: 'To create', kind: 'number', value: (one) => one.outcomes.create },
  { name: 'To update', kind: 'number', value: (one) => one.outcomes.update },
  { name: 'Unchanged', kind: 'number', value: (one) => one.outcomes.unchanged },
  { name: 'Duplicates', kind: 'number', value: (one) => one.outcomes.duplicate },
  { name: 'Rejected', kind: 'number', value: (one) => one.outcomes.reject },
  { name: 'Written', kind: 'number', value: (one) => one.written_rows },
  { name: 'Uploaded at (UTC)', kind: 'text', value: (one) => one.created },
  { name: 'Finished at (UTC)', kind: 'text', value: (one) => one.finished_at },
  { name: 'Why it failed', kind: 'text', value: (one) => one.failure },
]

/** Exports the imports that the list shows, in its order. The export is in the audit log. */
export async function exportImports(
  uow: UnitOfWork,
  request: InputOf<typeof imports.export>['body'],
): Promise<FileInParts> {
  const { match, today } = await uow.transaction(async (ctx) => {
    const match = await runMatchOf(ctx, request)
    const { count } = await selectRuns(ctx, match, { limit: 1, offset: 0 })
    await auditExport(ctx, 'imports.export', 'import', count, request)
    return { match, today: await todayOf(ctx) }
  })
  return exportPages(uow, {
    name: 'Imports',
    format: request.format,
    columns: COLUMNS,
    today,
    readPage: async (ctx, limit, offset) =>
      (await selectRuns(ctx, match, { limit, offset })).runs.map(presentImport),
  })
}
