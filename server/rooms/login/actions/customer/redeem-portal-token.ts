import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { peekToken, redeemToken, retireTokens, revokeSessions } from '../../../identity/index.ts'
import {
  acceptWithPassword,
  deleteUnconfirmedFactor,
  factorOfPortalUser,
  holdPortalUser,
  type PortalUser,
} from '../../../portal/index.ts'
import type { PortalReset } from '../../rules.ts'

/**
 * Spends a link of this portal, sets the password of its login and ends all sessions of that login. The second factor
 * stays, unless the link was mailed to undo it. Throws token_expired.
 */
export async function redeemPortalToken(
  ctx: Ctx,
  purpose: 'portal_enrol' | PortalReset,
  secret: string,
  hash: string,
): Promise<PortalUser> {
  // The login is locked before its links, because ending its access voids them.
  const token = await peekToken(ctx, secret, [purpose])
  const user =
    token.accountId === ctx.accountId && token.subjectId !== null
      ? await holdPortalUser(ctx, token.subjectId)
      : null
  if (user === null || user.disabled || user.email !== token.email) throw refuse('token_expired')
  await redeemToken(ctx, secret, purpose)
  // An invitation logs in by itself and must not bypass the second factor.
  if (purpose === 'portal_enrol' && user.secondFactor) throw refuse('token_expired')
  await acceptWithPassword(ctx, user.id, hash)
  const owner = { accountId: ctx.accountId, id: user.id }
  if (purpose === 'portal_undo_second_factor') await factorOfPortalUser(owner).remove(ctx)
  // Somebody who knew the former password may have begun a second factor and could still confirm it.
  else await deleteUnconfirmedFactor(ctx, owner)
  for (const open of ['portal_reset', 'portal_log_in'] as const)
    await retireTokens(ctx, open, { subjectId: user.id })
  await revokeSessions(ctx, { portalUserId: user.id }, 'password changed')
  return user
}
