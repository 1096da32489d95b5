import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { type MergeRow, markUndone, mergedAbove, separate } from '../../store/merges.ts'

/**
 * Parts a duplicate from the other customer again. Its people lose the access that they got by the merge, also to those that the other
 * was merged into.
 */
export async function endMerge(ctx: Ctx, merge: MergeRow, shortName: string): Promise<void> {
  const { from_id: from, into_id: into, merged_in: platform } = merge
  const above = await mergedAbove(ctx, into)
  await markUndone(ctx, merge.id)
  await separate(ctx, from)
  const sinceMs = merge.merged_at.getTime()
  await ctx.app.jobs.enqueue(ctx, 'portal.undo-merge', { from, into, above, sinceMs })
  await audit(
    ctx,
    'customers.undo-merge',
    { type: 'customer', id: into },
    { because: shortName, from, ...(platform !== null && { platform }) },
  )
}
