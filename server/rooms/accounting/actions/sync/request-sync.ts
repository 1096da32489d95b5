import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { changeConnection, liveConnection, lockConnection } from '../../store/connections.ts'
import { readSyncStatus, type SyncStatus } from './read-sync-status.ts'

/** Queues a sync of the connected platform. One that is queued or under way already is enough. Refuses wrong_state without one. */
export async function requestSync(ctx: Ctx): Promise<SyncStatus> {
  const live = await liveConnection(ctx)
  const row = live && (await lockConnection(ctx, live.id))
  if (row?.status !== 'connected') throw refuse('wrong_state', 'Connect an accounting platform first.')
  if (row.sync_status === 'none') await changeConnection(ctx, row.id, { sync_status: 'queued' })
  await ctx.app.jobs.enqueue(ctx, 'accounting.sync-books', {})
  return readSyncStatus(ctx)
}
