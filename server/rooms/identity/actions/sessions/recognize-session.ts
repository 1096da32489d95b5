import type { TokenClaims } from '../../../../platform/auth/session-tokens.ts'
import type { BaseCtx } from '../../../../platform/context.ts'
import { readSession, type Session } from '../../store/sessions.ts'

/**
 * Returns the live session of a genuine token. Null when it has ended, its person is disabled, or the claims
 * differ from the session. Sets the user for row-level policies.
 */
export async function recognizeSession(ctx: BaseCtx, claims: TokenClaims): Promise<Session | null> {
  const session = await readSession(ctx, claims.sessionId)
  if (session === null || session.ended) return null
  return matchesClaims(claims, session) ? session : null
}

const matchesClaims = (claims: TokenClaims, session: Session): boolean =>
  session.audience === claims.audience &&
  session.subject === claims.subject &&
  session.accountId === claims.accountId &&
  claims.generation <= session.generation
