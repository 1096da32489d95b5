import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { redeemToken, retireTokens, revokeSessions } from '../../../identity/index.ts'
import type { PortalReset } from '../../rules.ts'
import { acceptWithPassword, holdPortalUser, type PortalUser } from '../../store/portal-users.ts'
import { factorOfPortalUser, forgetBegunFactor } from '../../store/second-factors.ts'

/**
 * Uses a link of this portal up and gives its login that password; every session of theirs ends. A second factor stays,
 * unless it is the one that the link was mailed to undo. Throws token_expired.
 */
export async function redeemPortalToken(
  ctx: Ctx,
  purpose: 'portal_enrol' | PortalReset,
  secret: string,
  hash: string,
): Promise<PortalUser> {
  const token = await redeemToken(ctx, secret, purpose)
  const user =
    token.accountId === ctx.accountId && token.subjectId !== null
      ? await holdPortalUser(ctx, token.subjectId)
      : null
  if (user === null || user.disabled || user.email !== token.email) throw refuse('token_expired')
  // An invitation signs in by itself: it is no way around what a login asks for.
  if (purpose === 'portal_enrol' && user.secondFactor) throw refuse('token_expired')
  await acceptWithPassword(ctx, user.id, hash)
  const whose = { accountId: ctx.accountId, id: user.id }
  if (purpose === 'portal_undo_second_factor') await factorOfPortalUser(whose).remove(ctx)
  // Who knew the former password may have begun it, and would turn it on.
  else await forgetBegunFactor(ctx, whose)
  await retireTokens(ctx, 'portal_reset', { subjectId: user.id })
  await revokeSessions(ctx, { portalUserId: user.id }, 'password changed')
  return user
}
