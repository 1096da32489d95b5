import type { BaseCtx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { revokeSessions } from '../../store/sessions.ts'
import { type AccountSecurity, staffAccountSecurity } from './describe-account-security.ts'

/**
 * Ends one session of the caller's login. Throws not_found for one that is over or belongs to another login.
 */
export async function endSession(
  ctx: BaseCtx,
  sessionId: string,
  own: AccountSecurity = staffAccountSecurity(ctx.actor),
): Promise<void> {
  const user = await own.find(ctx)
  if (user === null) throw refuse('session_ended')
  const ended = await revokeSessions(ctx, { ...own.sessions, sessionId }, 'ended by its owner')
  if (ended === 0) throw refuse('not_found')
  await own.audit(ctx, user, 'identity.end-session')
}
