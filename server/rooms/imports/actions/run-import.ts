import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { failpoint } from '../../../platform/control/failpoint.ts'
import { refuse } from '../../../platform/refusal.ts'
import { FILE_GONE } from '../rules/keeping.ts'
import { type ImportReply, presentImport } from '../rules/present-import.ts'
import { findRun, lockRun, updateRun } from '../store/runs.ts'

/**
 * Starts or resumes writing the valid rows. A repeated call while it runs writes nothing twice. Refuses
 * wrong_state until every row has been checked, and once it is done or its file is deleted.
 */
export async function runImport(ctx: Ctx, id: string): Promise<ImportReply> {
  const run = await lockRun(ctx, id)
  if (!run) throw refuse('not_found')
  if (run.fileId === null) throw refuse('wrong_state', FILE_GONE)
  const checked = run.checkedRows > 0 && run.checkedRows === run.totalRows
  if (run.status === 'done') throw refuse('wrong_state', 'These rows are already imported.')
  if (!checked || run.status === 'mapping' || run.status === 'previewing')
    throw refuse('wrong_state', 'Preview and review the rows first.')
  await updateRun(ctx, id, { status: 'running', attempts: 0, failure: null })
  await ctx.app.jobs.enqueue(ctx, 'imports.write-rows', { import: id })
  await failpoint('import.started')
  await audit(ctx, 'imports.run', { type: 'import', id }, { fates: run.outcomes })
  return presentImport((await findRun(ctx, id))!)
}
