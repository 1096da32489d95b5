import type { BaseCtx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { retireTokens } from '../../store/one-time-tokens.ts'
import { findUser } from '../../store/users.ts'
import { auditPerson } from '../people/audit-person.ts'

/** Voids the link that was mailed to a new address. Does nothing when there is none. */
export async function cancelEmailChange(ctx: BaseCtx): Promise<void> {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  const user = await findUser(ctx, ctx.actor.userId)
  if (user === null) throw refuse('session_ended')
  await retireTokens(ctx, 'change_email', { userId: user.id })
  await auditPerson(ctx, user.homeAccountId, 'identity.cancel-email-change', { type: 'user', id: user.id })
}
