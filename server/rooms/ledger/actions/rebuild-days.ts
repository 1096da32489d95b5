import type { Ctx } from '../../../platform/context.ts'
import { projectionDeltas } from '../rules.ts'
import { addToDays } from '../store/days.ts'
import { lockHead } from '../store/entries.ts'
import { deleteDays, entriesInBatches, withoutTimeLimit } from '../store/rebuild.ts'

/** Writes the sums of the account's days anew from its entries. Nobody books meanwhile. */
export async function rebuildDays(ctx: Ctx): Promise<void> {
  await withoutTimeLimit(ctx)
  await lockHead(ctx)
  await deleteDays(ctx)
  for await (const entries of entriesInBatches(ctx))
    await addToDays(ctx.accountId, projectionDeltas(entries).days).execute(ctx.db)
}
