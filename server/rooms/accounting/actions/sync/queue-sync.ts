import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { changeConnection, liveConnection, lockConnection } from '../../store/connections.ts'

/** Reads the books in the background, from their beginning when `isFull`. */
export async function queueSync(ctx: Ctx, isFull = false): Promise<void> {
  const live = await liveConnection(ctx)
  const row = live && (await lockConnection(ctx, live.id))
  if (!row) throw refuse('wrong_state', 'Connect an accounting platform first.')
  if (isFull) await changeConnection(ctx, row.id, { sync_full: true })
  // A sync under way may be past what was decided: it is followed by another one.
  if (row.sync_status !== 'queued') await changeConnection(ctx, row.id, { sync_status: 'queued' })
  await ctx.app.jobs.enqueue(ctx, 'accounting.sync-books', {})
}
