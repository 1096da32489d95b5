import type { BaseCtx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { findUser, setNames } from '../../store/users.ts'
import { auditPerson } from './audit-person.ts'
import { serializeUser } from './serialize-user.ts'

export async function updateProfile(
  ctx: BaseCtx,
  names: { first_name?: string | undefined; last_name?: string | undefined },
) {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  const given = Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined))
  if (Object.keys(given).length > 0) await setNames(ctx, ctx.actor.userId, given)
  const user = await findUser(ctx, ctx.actor.userId)
  if (user === null) throw refuse('session_ended')
  await auditPerson(ctx, user.homeAccountId, 'identity.update-profile', { type: 'user', id: user.id })
  return serializeUser(user)
}
