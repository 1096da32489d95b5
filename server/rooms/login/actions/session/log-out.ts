import type { BaseCtx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { auditPerson, readSession, revokeSessions } from '../../../identity/index.ts'

/** Ends the caller's session. Its token is refused from the next request on, in every tab. */
export async function logOut(ctx: BaseCtx): Promise<{ detail: string }> {
  if (!('sessionId' in ctx.actor)) throw refuse('not_signed_in')
  const session = await readSession(ctx, ctx.actor.sessionId)
  if (session === null) throw refuse('session_ended')
  await revokeSessions(ctx, { sessionId: session.id }, 'logged out')
  const accountId = session.accountId ?? session.person?.homeAccountId ?? null
  await auditPerson(ctx, accountId, 'identity.log-out', { type: 'session', id: session.id })
  return { detail: 'You are logged out.' }
}
