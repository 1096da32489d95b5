import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { ImportRun } from '../rules/import-run.ts'
import { type ImportReply, presentImport } from '../rules/present-import.ts'
import { findRun } from '../store/runs.ts'

/** An import of this account. Refuses not_found. */
export async function findImport(ctx: Ctx, id: string): Promise<ImportRun> {
  const run = await findRun(ctx, id)
  if (!run) throw refuse('not_found')
  return run
}

/** How an import stands. Refuses not_found. */
export const readImport = async (ctx: Ctx, id: string): Promise<ImportReply> =>
  presentImport(await findImport(ctx, id))
