import type { BaseCtx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { revokeOwnSession } from '../store/sessions.ts'
import { findUser } from '../store/users.ts'
import { auditPerson } from './audit-person.ts'

/** Ends one session of the person who asks, from its next call on. Refuses not_found for one that is over or not theirs. */
export async function endSession(ctx: BaseCtx, sessionId: string): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'staff') throw refuse('not_allowed')
  const user = await findUser(ctx, actor.userId)
  if (user === null) throw refuse('session_ended')
  if (!(await revokeOwnSession(ctx, user.id, sessionId))) throw refuse('not_found')
  await auditPerson(ctx, user.homeAccountId, 'identity.end-session', { type: 'user', id: user.id })
}
