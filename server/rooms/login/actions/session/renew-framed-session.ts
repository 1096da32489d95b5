import type { ErrorCode } from '../../../../../contract/errors.ts'
import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { ACCESS_TOKEN_LIFE_S } from '../../../../platform/auth/session-tokens.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import type { RouteCookie } from '../../../../platform/http/handlers.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { findPortalUser } from '../../../portal/index.ts'
import { showPortalSession } from '../customer/open-portal-session.ts'
import { refreshSession } from './refresh-session.ts'

type Route = typeof contract.identity.renewFramedSession

const OVER: ReadonlySet<ErrorCode> = new Set(['session_ended', 'not_signed_in'])

/**
 * Exchanges the token of the body, else of the cookie, as refreshSession does, and keeps the fresh one in the cookie. Only
 * for a customer of this host's company, and only while that company shows its portal on a website; for everybody else
 * there is no session, and the cookie is removed.
 */
export async function renewFramedSession(
  uow: UnitOfWork,
  { body }: InputOf<Route>,
  cookie: RouteCookie,
): Promise<HandlerReplyOf<Route>> {
  const session = await renew(uow, body.token ?? cookie.value)
  if (session === null) cookie.remove()
  // Kept no longer than the token can be exchanged.
  else cookie.set(session.token, ACCESS_TOKEN_LIFE_S)
  return { session }
}

async function renew(uow: UnitOfWork, token: string | null) {
  if (token === null) return null
  const read = await uow.app.tokens.verify(token, uow.app.clock.wallNow())
  if (!read.ok || read.claims.audience !== 'portal' || read.claims.accountId !== uow.accountId) return null
  if (!(await uow.transaction(async (ctx) => (await readAccountRow(ctx)).embed))) return null
  const fresh = await refreshSession(uow, token).catch((error: unknown) => {
    if (error instanceof Refusal && OVER.has(error.code)) return null
    throw error
  })
  if (fresh === null) return null
  const { subject } = read.claims
  return uow.transaction(async (ctx) => {
    const user = await findPortalUser(ctx, subject)
    return user === null || user.disabled ? null : showPortalSession(ctx, user, fresh.token)
  })
}
