import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { SIGN_IN_PROVIDERS } from '../../../../../domain/people/sign-in-providers.ts'
import type { BaseCtx, TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import {
  consumeSecondFactorRateLimit,
  drawSession,
  findLinked,
  findUser,
  holdUser,
  notifyRecoveryCodeUsed,
  releaseSecondFactorRateLimit,
  type SessionStart,
  spendSecondFactor,
} from '../../../identity/index.ts'
import { logInDecoy } from '../staff/log-in-decoy.ts'
import { openStaffSession } from '../staff/open-staff-session.ts'
import { spendAuthorization } from './encrypt-authorization.ts'
import { type ProvenPerson, readProviderToken } from './issue-provider-token.ts'

type LogIn = typeof contract.socialLogins.logIn
type LoginReply = HandlerReplyOf<LogIn>

/**
 * Logs in the person to whom a login at a provider is linked. Asks for a second factor as a login by password does. The
 * token is spent by a successful login only. Throws authorization_expired, provider_refused when nobody is linked,
 * login_needs_second_factor, login_bad_authentication_code, too_many_requests.
 */
export async function logInWithProvider(
  uow: TenantlessUnitOfWork,
  { body }: InputOf<LogIn>,
): Promise<LoginReply> {
  const start = drawSession(uow.app)
  const { proven, expiresAtMs } = readProviderToken(uow.app, body.token)
  const secondFactorUserId = await uow.transaction(async (ctx) => {
    const linked = await findLinked(ctx, proven)
    const user = linked && 'userId' in linked ? await findUser(ctx, linked.userId) : null
    return user?.secondFactor ? user.id : null
  })
  if (secondFactorUserId !== null) {
    if (!body.auth_code?.trim()) throw refuse('login_needs_second_factor')
    await consumeSecondFactorRateLimit(uow, secondFactorUserId)
  }
  const reply = await uow.transaction(async (ctx) => {
    await spendAuthorization(ctx, body.token, expiresAtMs)
    return logInLinked(ctx, { proven, start }, body.auth_code)
  })
  if (secondFactorUserId !== null) await releaseSecondFactorRateLimit(uow, secondFactorUserId)
  return reply
}

async function logInLinked(
  ctx: BaseCtx,
  { proven, start }: { proven: ProvenPerson; start: SessionStart },
  code: string | undefined,
): Promise<LoginReply> {
  const linked = await findLinked(ctx, proven)
  if (linked !== null && 'decoy' in linked) return logInDecoy(ctx, linked.decoy, start)
  const user = linked && (await holdUser(ctx, linked.userId))
  // Read again under the lock of the user: the link may have been deleted since.
  const stillLinked = user && (await findLinked(ctx, proven))
  if (!stillLinked)
    throw refuse(
      'provider_refused',
      `This ${SIGN_IN_PROVIDERS[proven.provider].name} login isn’t linked to an account here.`,
    )
  const factor = user.secondFactor ? await spendSecondFactor(ctx, user.id, code) : 'nothing'
  if (factor === null) throw refuse('login_bad_authentication_code')
  const reply = await openStaffSession(ctx, user, 'social-logins.log-in', start)
  if (factor === 'recovery_code') await notifyRecoveryCodeUsed(ctx, user)
  return reply
}
