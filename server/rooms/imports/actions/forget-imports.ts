import { DAY_MS } from '../../../../domain/dates/durations.ts'
import { IMPORTED_DAYS, UNUSED_DAYS } from '../../../../domain/parsing/import-retention.ts'
import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import { removeStoredFile } from '../../../platform/files.ts'
import {
  deleteRun,
  firstRetentionEnd,
  leaveOutcome,
  lockRunsToForget,
  type RunToForget,
} from '../store/keeping.ts'
import { deleteRows } from '../store/rows.ts'

const MAX_BATCH = 5
/** The rest follows in a minute, so that other accounts get their turn. */
const MAX_BATCHES = 20

/**
 * Deletes files that were never imported, and of imported ones everything but the outcome: who imported what
 * and when, how many rows were written, and why others were not.
 */
export async function forgetImports(uow: UnitOfWork): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++)
    if ((await uow.transaction(forgetBatch)) < MAX_BATCH) return
}

async function forgetBatch(ctx: Ctx): Promise<number> {
  const before = { unused: ctx.now - UNUSED_DAYS * DAY_MS, imported: ctx.now - IMPORTED_DAYS * DAY_MS }
  const runs = await lockRunsToForget(ctx, before, MAX_BATCH)
  for (const run of runs) await forget(ctx, run)
  return runs.length
}

/** Returns when the next import may be forgotten, in epoch ms. */
export const nextToForget = (ctx: Ctx): Promise<number | null> =>
  firstRetentionEnd(ctx, { unused: UNUSED_DAYS * DAY_MS, imported: IMPORTED_DAYS * DAY_MS })

/** Deletes an import that nobody used, and reduces one that was written to its outcome. */
export async function forget(ctx: Ctx, { id, fileId, unused }: RunToForget): Promise<void> {
  if (unused) {
    await deleteRows(ctx, id)
    await deleteRun(ctx, id)
  } else {
    await leaveOutcome(ctx, id)
  }
  await removeStoredFile(ctx, fileId)
}
