import { DAY_MS } from '../../../../domain/dates/durations.ts'
import { IMPORTED_DAYS, UNUSED_DAYS } from '../../../../domain/parsing/import-retention.ts'
import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import { removeStoredFile } from '../../../platform/files.ts'
import { deleteRun, leaveOutcome, lockRunsToForget, type RunToForget } from '../store/keeping.ts'
import { deleteRows } from '../store/rows.ts'

const MAX_BATCH = 5

/**
 * Deletes files that were never imported, and of imported ones everything but the outcome: who imported what
 * and when, how many rows were written, and why others were not.
 */
export const forgetImports = (uow: UnitOfWork): Promise<void> =>
  uow.transaction(async (ctx) => {
    const before = { unused: ctx.now - UNUSED_DAYS * DAY_MS, imported: ctx.now - IMPORTED_DAYS * DAY_MS }
    for (const run of await lockRunsToForget(ctx, before, MAX_BATCH)) await forget(ctx, run)
  })

async function forget(ctx: Ctx, { id, fileId, unused }: RunToForget): Promise<void> {
  if (unused) {
    await deleteRows(ctx, id)
    await deleteRun(ctx, id)
  } else {
    await leaveOutcome(ctx, id)
  }
  await removeStoredFile(ctx, fileId)
}
