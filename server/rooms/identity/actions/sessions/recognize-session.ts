import type { TokenClaims } from '../../../../platform/auth/session-tokens.ts'
import type { BaseCtx } from '../../../../platform/context.ts'
import { readSession, type Session } from '../../store/sessions.ts'

/**
 * Returns the live session that a genuine token names, or null when it has ended, its person is disabled, or the claims
 * differ from the session. Row-level policies know the person from here on.
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
