import { recoveryCodeHashes, stepOfCode } from '../../../../platform/auth/authenticator.ts'
import { consumeRateLimit, releaseRateLimit } from '../../../../platform/auth/rate-limit.ts'
import type { BaseCtx, TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { FACTOR_TRIES } from '../../rules.ts'
import { factorOfUser, type SecondFactorStore } from '../../store/second-factors.ts'

const rateLimitKey = (loginId: string) => `second factor ${loginId}`

/** Counts an attempt before the code is compared, in its own statement. Throws too_many_requests. */
export const consumeSecondFactorRateLimit = (
  { app }: Pick<TenantlessUnitOfWork, 'app'>,
  loginId: string,
): Promise<void> =>
  consumeRateLimit(app, rateLimitKey(loginId), FACTOR_TRIES.most, FACTOR_TRIES.windowSeconds)

/** Reverts the count after a successful attempt. */
export const releaseSecondFactorRateLimit = (
  { app }: Pick<TenantlessUnitOfWork, 'app'>,
  loginId: string,
): Promise<void> => releaseRateLimit(app, rateLimitKey(loginId))

/** The factor that passed the second step of a login. 'nothing' when the login has no second factor. */
export type ShownFactor = 'nothing' | 'code' | 'recovery_code'

/**
 * Uses up an authenticator code or a recovery code of a login; each works once. Returns its kind, null when
 * it is neither, or 'nothing' when the login has no second factor. Does not count attempts: see
 * `consumeSecondFactorRateLimit`. Throws login_needs_second_factor without a code.
 */
export async function spendSecondFactor(
  ctx: BaseCtx,
  loginId: string,
  code: string | undefined,
  store: SecondFactorStore = factorOfUser(loginId),
): Promise<ShownFactor | null> {
  const factor = await store.lock(ctx)
  if (!factor?.confirmedAt) return 'nothing'
  if (code === undefined || code.trim() === '') throw refuse('login_needs_second_factor')
  const step = stepOfCode(factor.secret, code, ctx.app.clock.wallNow())
  if (step !== null) return (await store.spendStep(ctx, step)) ? 'code' : null
  const hashes = recoveryCodeHashes(ctx.app.config, loginId, code)
  return (await store.spendRecoveryCode(ctx, hashes)) ? 'recovery_code' : null
}
