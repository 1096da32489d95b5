import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import {
  consumeSecondFactorRateLimit,
  type OneTimeToken,
  peekToken,
  redeemToken,
  releaseSecondFactorRateLimit,
  retireTokens,
} from '../../../identity/index.ts'
import { acceptInvitation, holdPortalUser, type PortalUser } from '../../../portal/index.ts'
import { openPortalSession } from '../customer/open-portal-session.ts'
import { passSecondFactor } from '../customer/pass-second-factor.ts'

type Route = typeof contract.logInLinks.open

/**
 * Logs in with a mailed link, which also accepts an invitation. The link is spent only when the login succeeds. Throws
 * token_expired, and for a login with a second factor login_needs_second_factor, login_bad_authentication_code or
 * too_many_requests.
 */
export async function logInByLink(uow: UnitOfWork, { body }: InputOf<Route>): Promise<HandlerReplyOf<Route>> {
  const { id, secondFactor } = await uow.transaction(async (ctx) =>
    findHolder(ctx, await peekToken(ctx, body.token, ['portal_log_in'])),
  )
  if (secondFactor) {
    if (!body.auth_code?.trim()) throw refuse('login_needs_second_factor')
    await consumeSecondFactorRateLimit(uow, id)
  }
  const reply = await uow.transaction((ctx) => logIn(ctx, body.token, body.auth_code))
  if (secondFactor) await releaseSecondFactorRateLimit(uow, id)
  return reply
}

async function logIn(ctx: Ctx, secret: string, code: string | undefined): Promise<HandlerReplyOf<Route>> {
  // The login is locked before its links, because using one voids the others.
  const user = await findHolder(ctx, await peekToken(ctx, secret, ['portal_log_in']))
  await redeemToken(ctx, secret, 'portal_log_in')
  await passSecondFactor(ctx, user, code)
  await acceptInvitation(ctx, user.id)
  await retireTokens(ctx, 'portal_log_in', { subjectId: user.id })
  const reply = await openPortalSession(ctx, user, 'portal.log-in-by-link')
  if (reply === null) throw refuse('token_expired')
  return reply
}

/** Locks the login of a link of this portal. Throws token_expired when there is none. */
async function findHolder(ctx: Ctx, { accountId, subjectId, email }: OneTimeToken): Promise<PortalUser> {
  const user = accountId === ctx.accountId && subjectId !== null ? await holdPortalUser(ctx, subjectId) : null
  if (user === null || user.disabled || user.email !== email) throw refuse('token_expired')
  return user
}
