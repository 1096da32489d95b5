import type { Ctx } from '../../../platform/context.ts'
import { lockHead } from '../store/entries.ts'
import { rebuildDaySums, withoutTimeLimit } from '../store/rebuild.ts'

/** Writes the sums of the account's days anew from its entries. Nobody books meanwhile. */
export async function rebuildDays(ctx: Ctx): Promise<void> {
  await withoutTimeLimit(ctx)
  await lockHead(ctx)
  await rebuildDaySums(ctx)
}
