import type { TokenClaims } from '../../../../platform/auth/session-tokens.ts'
import type { BaseCtx } from '../../../../platform/context.ts'
import { readSession, type Session } from '../../store/sessions.ts'

/**
 * The live session that a genuine token names, or null when it has ended, its person is disabled, or the token tells
 * another story than the session. From here on row-level policies know the person.
 */
export async function recognizeSession(ctx: BaseCtx, claims: TokenClaims): Promise<Session | null> {
  const session = await readSession(ctx, claims.sessionId)
  if (session === null || session.ended) return null
  return tellsOf(claims, session) ? session : null
}

/** Whether a token tells the story of its session. */
export const tellsOf = (claims: TokenClaims, session: Session): boolean =>
  session.audience === claims.audience &&
  session.subject === claims.subject &&
  session.accountId === claims.accountId &&
  claims.generation <= session.generation
