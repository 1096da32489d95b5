import type { BaseCtx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { findUser, type User } from '../store/users.ts'

/** The person of the staff session that asks. Refuses not_allowed for any other caller. */
export async function findWhoAsks(ctx: BaseCtx): Promise<User & { readonly sessionId: string }> {
  const { actor } = ctx
  if (actor.kind !== 'staff') throw refuse('not_allowed')
  const user = await findUser(ctx, actor.userId)
  if (user === null) throw refuse('session_ended')
  return { ...user, sessionId: actor.sessionId }
}
