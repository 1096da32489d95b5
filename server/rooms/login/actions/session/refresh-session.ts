import type { TokenClaims } from '../../../../platform/auth/session-tokens.ts'
import { type BaseCtx, enterAccount, type TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { refuse } from '../../../../platform/refusal.ts'
import {
  auditPerson,
  recognizeSession,
  revokeSessions,
  rotateSession,
  type Session,
} from '../../../identity/index.ts'
import { markSeen } from '../../../portal/index.ts'
import { isPredecessor } from '../../rules.ts'

type Outcome = { kind: 'fresh'; session: Session } | { kind: 'reused' }

/**
 * Exchanges an access token for a fresh one. Of any number of concurrent refreshes one creates the next generation; the
 * others, up to 30 s later, get the same token. An older generation ends the session, because somebody kept a copy. Throws
 * not_signed_in for a forged token and session_ended for any other.
 */
export async function refreshSession(
  uow: Pick<TenantlessUnitOfWork, 'app' | 'ip' | 'transaction'>,
  token: string,
): Promise<{ token: string; email_verified: boolean }> {
  const { app } = uow
  const read = await app.tokens.verify(token, app.clock.wallNow())
  if (!read.ok) throw refuse(read.expired ? 'session_ended' : 'not_signed_in')
  const { claims } = read
  const outcome = await uow.transaction((ctx) => rotate(ctx, claims))
  await failpoint('refresh.rotated')
  if (outcome.kind === 'reused') {
    app.metrics.refreshReuse.inc()
    app.log.warn('a replaced token came back: session ended', { sessionId: claims.sessionId, ip: uow.ip })
  }
  if (outcome.kind !== 'fresh') throw refuse('session_ended')
  const { session } = outcome
  return {
    token: await app.tokens.sign(
      {
        audience: session.audience,
        subject: session.subject,
        sessionId: session.id,
        generation: session.generation,
        accountId: session.accountId,
      },
      session.rotatedAtMs,
      session.expiresAtMs,
    ),
    email_verified: session.person?.emailVerified ?? true,
  }
}

async function rotate(ctx: BaseCtx, claims: TokenClaims): Promise<Outcome> {
  const rotated = await rotateSession(ctx, claims.sessionId, claims.generation)
  const session = await recognizeSession(ctx, claims)
  // Throwing undoes the rotation: a person may be disabled while their session is active.
  if (session === null) throw refuse('session_ended')
  // Only the tab that rotated counts as a visit.
  if (rotated && session.audience === 'portal' && session.accountId !== null)
    await markSeen(await enterAccount(ctx, session.accountId), session.subject)
  if (rotated || isPredecessor(session, claims.generation, ctx.app.clock.wallNow())) {
    return { kind: 'fresh', session }
  }
  await revokeSessions(ctx, { sessionId: session.id }, 'a replaced token was used')
  const accountId = session.accountId ?? session.person?.homeAccountId ?? null
  await auditPerson(ctx, accountId, 'identity.token-reused', { type: 'session', id: session.id })
  return { kind: 'reused' }
}
