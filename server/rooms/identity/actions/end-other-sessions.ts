import type { BaseCtx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { revokeSessions } from '../store/sessions.ts'
import { findUser } from '../store/users.ts'
import { auditPerson } from './audit-person.ts'

/** Ends every session of a person but the one that asks: each is refused from its next call on. */
export async function endOtherSessions(ctx: BaseCtx): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'staff') throw refuse('not_allowed')
  const user = await findUser(ctx, actor.userId)
  if (user === null) throw refuse('session_ended')
  await revokeSessions(ctx, { userId: user.id, except: actor.sessionId }, 'ended by its owner')
  await auditPerson(ctx, user.homeAccountId, 'identity.end-other-sessions', { type: 'user', id: user.id })
}
