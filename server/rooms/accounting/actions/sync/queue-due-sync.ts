import { MINUTE_MS } from '../../../../../domain/dates/durations.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { postKindsOf } from '../../rules/post-kinds.ts'
import { liveConnection } from '../../store/connections.ts'
import { nextPostAt } from '../../store/posts.ts'
import { findUnposted } from '../../store/unposted.ts'
import { findPlatform } from '../find-platform.ts'
import { dueNow } from './read-books.ts'

/** Queues a run when the platform is due to be read or something waits to be posted. */
export const queueDueSync = (uow: UnitOfWork): Promise<void> =>
  uow.transaction(async (ctx) => {
    const live = await liveConnection(ctx)
    if (!live) return
    const postAt = await nextPostAt(ctx, live.id)
    const kinds = postKindsOf(findPlatform(ctx.app, live.provider).features, live)
    const hasPosts =
      (postAt !== null && postAt <= ctx.now) || (await findUnposted(ctx, live, kinds, 1)).length > 0
    if (dueNow(live, ctx.now) || hasPosts) await ctx.app.jobs.enqueue(ctx, 'accounting.sync-books', {})
  })

/** Returns when the connected platform is due next; null without one. A run that stopped is looked after in a minute. */
export async function nextSyncAt(ctx: Ctx): Promise<number | null> {
  const live = await liveConnection(ctx)
  if (!live) return null
  const syncAt = live.sync_status === 'none' ? (live.next_sync_at?.getTime() ?? null) : ctx.now + MINUTE_MS
  const postAt = await nextPostAt(ctx, live.id)
  const instants = [syncAt, postAt].filter((at) => at !== null)
  return instants.length === 0 ? null : Math.min(...instants)
}
