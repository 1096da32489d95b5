import type { BaseCtx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { revokeSessions } from '../../store/sessions.ts'
import { type AccountSecurity, staffAccountSecurity } from './describe-account-security.ts'

/** Ends every session of a login except the current one. Each is refused from its next request on. */
export async function endOtherSessions(
  ctx: BaseCtx,
  own: AccountSecurity = staffAccountSecurity(ctx.actor),
): Promise<void> {
  const user = await own.find(ctx)
  if (user === null) throw refuse('session_ended')
  await revokeSessions(ctx, { ...own.sessions, except: own.sessionId }, 'ended by its owner')
  await own.audit(ctx, user, 'identity.end-other-sessions')
}
