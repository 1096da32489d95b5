import { isoInstant } from '../../../../platform/clock.ts'
import type { BaseCtx } from '../../../../platform/context.ts'
import { selectLiveSessions } from '../../store/sessions.ts'
import { type AccountSecurity, staffAccountSecurity } from './describe-account-security.ts'

/** Lists the live sessions of a login, the current one first, then by last use. */
export async function listSessions(ctx: BaseCtx, own: AccountSecurity = staffAccountSecurity(ctx.actor)) {
  const sessions = (await selectLiveSessions(ctx, own.sessions)).map((session) => ({
    pk: session.id,
    current: session.id === own.sessionId,
    ip: session.ip,
    device: session.device,
    created_at: isoInstant(session.createdAtMs),
    last_seen_at: isoInstant(session.rotatedAtMs),
    ends_at: isoInstant(session.expiresAtMs),
  }))
  return sessions.sort((one, other) => Number(other.current) - Number(one.current))
}
