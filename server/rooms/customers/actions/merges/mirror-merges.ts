import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { mergedFieldsOf } from '../../rules/merged-fields.ts'
import { lockCustomers, updateCustomers } from '../../store/customers.ts'
import { findMergesInBooks, insertMerge, joinInto } from '../../store/merges.ts'
import { endMerge } from './end-merge.ts'

export interface MirroredMerge {
  readonly from: string
  readonly into: string
}

/**
 * Notes customers that were merged in the books of `platform`, after their fields were read from there. Nothing is combined here: the
 * books state both. The people of the one log in for the other. Skips what is merged already, also by a person here, and what would merge
 * two customers into each other.
 */
export async function mirrorMerges(
  ctx: Ctx,
  platform: string,
  merges: readonly MirroredMerge[],
): Promise<void> {
  for (const merge of merges) {
    const locked = await lockCustomers(ctx, [merge.from, merge.into])
    const [from, other] = [locked.get(merge.from), locked.get(merge.into)]
    if (!from || !other) continue
    const intoId = other.mergedInto ?? other.id
    if (intoId === from.id || intoId === from.mergedInto) continue
    // One that was merged here stays so, and one that the books have in another customer now is parted from the former.
    if (from.mergedInto !== null) {
      const [former] = await findMergesInBooks(ctx, [from.id])
      if (!former) continue
      await endMerge(ctx, former, from.shortName)
    }
    await updateCustomers(ctx, [{ ...from, isActive: false }])
    await joinInto(ctx, from.id, intoId)
    const unchanged = mergedFieldsOf(other)
    await insertMerge(ctx, {
      fromId: from.id,
      intoId: other.id,
      fromBefore: mergedFieldsOf(from),
      intoBefore: unchanged,
      intoAfter: unchanged,
      madeBy: { platform },
    })
    await ctx.app.jobs.enqueue(ctx, 'portal.follow-merge', { from: from.id, into: other.id })
    await audit(
      ctx,
      'customers.merge',
      { type: 'customer', id: other.id },
      { because: from.shortName, from: from.id, platform },
    )
  }
}

/**
 * Ends merges that were made in books, of those of these customers that books show as active again. Their people lose the access that
 * they got by the merge.
 */
export async function endMirroredMerges(ctx: Ctx, customerIds: readonly string[]): Promise<void> {
  for (const merge of await findMergesInBooks(ctx, customerIds)) {
    const from = (await lockCustomers(ctx, [merge.from_id, merge.into_id])).get(merge.from_id)
    if (!from) continue
    await endMerge(ctx, merge, from.shortName)
  }
}
