import { asDate } from '../../../../platform/clock.ts'
import type { BaseCtx } from '../../../../platform/context.ts'
import { ENDED_KEPT_MS } from '../../rules.ts'
import { deleteSpentTokens } from '../../store/one-time-tokens.ts'
import { deleteEndedSessions } from '../../store/sessions.ts'

const MAX_BATCH = 5000

/**
 * Deletes sessions and one-time tokens that ended long ago. The audit log keeps the record of who got them.
 */
export async function purgeEndedSessions(ctx: BaseCtx): Promise<void> {
  const before = asDate(ctx.app.clock.wallNow() - ENDED_KEPT_MS)
  await deleteEndedSessions(ctx, before, MAX_BATCH)
  await deleteSpentTokens(ctx, before, MAX_BATCH)
}
