import type { Ctx } from '../../../platform/context.ts'
import { projectionDeltas } from '../rules.ts'
import { addToDays } from '../store/days.ts'
import { lockHead } from '../store/entries.ts'
import { deleteDays, entriesInBatches, withoutTimeLimit } from '../store/rebuild.ts'

/** Rebuilds the account's daily sums from its entries. Holds the ledger head, so nobody books meanwhile. */
export async function rebuildDays(ctx: Ctx): Promise<void> {
  await withoutTimeLimit(ctx)
  await lockHead(ctx)
  await deleteDays(ctx)
  for await (const entries of entriesInBatches(ctx))
    await addToDays(ctx.accountId, projectionDeltas(entries).days).execute(ctx.db)
}
