import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { ImportRun } from '../rules/import-run.ts'
import { type ImportReply, presentImport } from '../rules/present-import.ts'
import { countInvoices, countLeftOut } from '../store/rows.ts'
import { findRun } from '../store/runs.ts'

/** Returns an import of this account. Refuses not_found. */
export async function findImport(ctx: Ctx, id: string): Promise<ImportRun> {
  const run = await findRun(ctx, id)
  if (!run) throw refuse('not_found')
  return run
}

/** Returns an import with its progress and counts. Refuses not_found. */
export async function readImport(
  ctx: Ctx,
  id: string,
): Promise<ImportReply & { left_out_rows: number; invoices?: { create: number; written: number } }> {
  const run = await findImport(ctx, id)
  const checked = run.fileId !== null && (run.status === 'ready' || run.status === 'done')
  // Only duplicates can be left out without being rejected; without any, the stored count suffices.
  const leftOut = checked && run.outcomes.duplicate > 0 ? await countLeftOut(ctx, id) : run.outcomes.reject
  const invoices = checked && run.kind === 'invoices' ? { invoices: await countInvoices(ctx, id) } : {}
  return { ...presentImport(run), left_out_rows: leftOut, ...invoices }
}
