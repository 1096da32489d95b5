import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { redeemToken, revokeSessions } from '../../identity/index.ts'
import { acceptWithPassword, holdPortalUser, type PortalUser } from '../store/portal-users.ts'

/** Uses a link of this portal up and gives its login that password; every session of theirs ends. Throws token_expired. */
export async function redeemPortalToken(
  ctx: Ctx,
  purpose: 'portal_enrol' | 'portal_reset',
  secret: string,
  hash: string,
): Promise<PortalUser> {
  const token = await redeemToken(ctx, secret, purpose)
  const user =
    token.accountId === ctx.accountId && token.subjectId !== null
      ? await holdPortalUser(ctx, token.subjectId)
      : null
  if (user === null || user.disabled || user.email !== token.email) throw refuse('token_expired')
  await acceptWithPassword(ctx, user.id, hash)
  await revokeSessions(ctx, { portalUserId: user.id }, 'password changed')
  return user
}
