import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import { markAllDue } from '../../../platform/due-work/mark-due.ts'
import { areasSealedAfter, lastSeal, sealEntriesNow } from '../store/seals.ts'

const AT_A_TIME = 5000
/**
 * Limits one run after an import of a long history, so that other accounts get their turn. The rest is
 * sealed in the next minutes.
 */
const MAX_BATCHES = 20

/**
 * Seals the entries that have no seal yet, and makes the schedules due that run after such entries. Runs outside the
 * transactions that write entries, so that none waits for another. One of two parallel workers seals.
 */
export async function sealEntries(uow: UnitOfWork): Promise<void> {
  for (let turn = 0; turn < MAX_BATCHES; turn++) if ((await uow.transaction(sealBatch)) < AT_A_TIME) return
}

async function sealBatch(ctx: Ctx): Promise<number> {
  const before = (await lastSeal(ctx))?.number ?? 0n
  const sealed = await sealEntriesNow(ctx, AT_A_TIME)
  if (sealed === 0) return 0
  const areas = await areasSealedAfter(ctx, before)
  await markAllDue(ctx, [...new Set(areas.flatMap(ctx.app.schedulesAfter))], ctx.now)
  return sealed
}
