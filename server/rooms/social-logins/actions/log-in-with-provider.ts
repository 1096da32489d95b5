import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { SIGN_IN_PROVIDERS } from '../../../../domain/people/sign-in-providers.ts'
import type { BaseCtx, TenantlessUnitOfWork } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { openStaffSession, signInDecoy } from '../../accounts/index.ts'
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
} from '../../identity/index.ts'
import { readProviderToken } from './provider-token.ts'
import { spend } from './seal-authorization.ts'

type LogIn = typeof contract.socialLogins.logIn
type SignedIn = HandlerReplyOf<LogIn>

/**
 * Signs in whom a provider's login is linked to; a second factor is asked for as after a password. The token stays good
 * until it has let somebody in. Throws authorization_expired, provider_refused when nobody is linked (any more),
 * login_needs_second_factor, login_bad_authentication_code, too_many_requests.
 */
export async function logInWithProvider(
  uow: TenantlessUnitOfWork,
  { body }: InputOf<LogIn>,
): Promise<SignedIn> {
  const start = drawSession(uow.app)
  const { proven, expiresAtMs } = readProviderToken(uow.app, body.token)
  const factorOf = await uow.transaction(async (ctx) => {
    const linked = await findLinked(ctx, proven)
    const user = linked && 'userId' in linked ? await findUser(ctx, linked.userId) : null
    return user?.secondFactor ? user.id : null
  })
  if (factorOf !== null) {
    if (!body.auth_code?.trim()) throw refuse('login_needs_second_factor')
    await consumeSecondFactorRateLimit(uow, factorOf)
  }
  const signedIn = await uow.transaction(async (ctx) => {
    await spend(ctx, body.token, expiresAtMs)
    return enter(ctx, { proven, start }, body.auth_code)
  })
  if (factorOf !== null) await releaseSecondFactorRateLimit(uow, factorOf)
  return signedIn
}

type Proven = ReturnType<typeof readProviderToken>['proven']

async function enter(
  ctx: BaseCtx,
  { proven, start }: { proven: Proven; start: SessionStart },
  code: string | undefined,
): Promise<SignedIn> {
  const linked = await findLinked(ctx, proven)
  if (linked !== null && 'decoy' in linked) return signInDecoy(ctx, linked.decoy, start)
  const user = linked && (await holdUser(ctx, linked.userId))
  // Unlinked a moment ago, it lets nobody in any more.
  const still = user && (await findLinked(ctx, proven))
  if (!still)
    throw refuse(
      'provider_refused',
      `Nobody logs in here with this ${SIGN_IN_PROVIDERS[proven.provider].name} login.`,
    )
  const shown = user.secondFactor ? await spendSecondFactor(ctx, user.id, code) : 'nothing'
  if (shown === null) throw refuse('login_bad_authentication_code')
  const signedIn = await openStaffSession(ctx, user, 'social-logins.log-in', start)
  if (shown === 'recovery_code') await notifyRecoveryCodeUsed(ctx, user)
  return signedIn
}
