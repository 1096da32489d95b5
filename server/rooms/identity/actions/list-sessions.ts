import { isoInstant } from '../../../platform/clock.ts'
import type { BaseCtx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { selectLiveSessions } from '../store/sessions.ts'

/** Where a person is signed in, the asking session first, then the latest used. */
export async function listSessions(ctx: BaseCtx) {
  const { actor } = ctx
  if (actor.kind !== 'staff') throw refuse('not_allowed')
  const sessions = (await selectLiveSessions(ctx, actor.userId)).map((session) => ({
    pk: session.id,
    current: session.id === actor.sessionId,
    ip: session.ip,
    device: session.device,
    created_at: isoInstant(session.createdAtMs),
    last_seen_at: isoInstant(session.rotatedAtMs),
    ends_at: isoInstant(session.expiresAtMs),
  }))
  return sessions.sort((one, other) => Number(other.current) - Number(one.current))
}
