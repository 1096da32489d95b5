import { recoveryCodeHashes, stepOfCode } from '../../../../platform/auth/authenticator.ts'
import { consumeRateLimit, releaseRateLimit } from '../../../../platform/auth/rate-limit.ts'
import type { BaseCtx, TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { FACTOR_TRIES } from '../../rules.ts'
import { factorOfUser, type KeptFactor } from '../../store/second-factors.ts'

const turnOf = (loginId: string) => `second factor ${loginId}`

/** Counts a try before the code is looked at, in a statement of its own. Throws too_many_requests. */
export const consumeSecondFactorRateLimit = (
  { app }: Pick<TenantlessUnitOfWork, 'app'>,
  loginId: string,
): Promise<void> => consumeRateLimit(app, turnOf(loginId), FACTOR_TRIES.most, FACTOR_TRIES.windowS)

/** What was counted was no failure. */
export const releaseSecondFactorRateLimit = (
  { app }: Pick<TenantlessUnitOfWork, 'app'>,
  loginId: string,
): Promise<void> => releaseRateLimit(app, turnOf(loginId))

/** What let somebody past the second step of a login: nothing where it has none. */
export type ShownFactor = 'nothing' | 'code' | 'recovery_code'

/**
 * Uses up a code of an authenticator app that belongs to a login, or one of their recovery codes; each works once. Says which it was, or
 * null for neither; 'nothing' for who has no second factor, whatever is given. Does not count: see
 * `consumeSecondFactorRateLimit`. Throws login_needs_second_factor without a code.
 */
export async function spendSecondFactor(
  ctx: BaseCtx,
  loginId: string,
  code: string | undefined,
  kept: KeptFactor = factorOfUser(loginId),
): Promise<ShownFactor | null> {
  const factor = await kept.hold(ctx)
  if (!factor?.confirmedAt) return 'nothing'
  if (code === undefined || code.trim() === '') throw refuse('login_needs_second_factor')
  const step = stepOfCode(factor.secret, code, ctx.app.clock.wallNow())
  if (step !== null) return (await kept.spendStep(ctx, step)) ? 'code' : null
  const hashes = recoveryCodeHashes(ctx.app.config, loginId, code)
  return (await kept.spendRecoveryCode(ctx, hashes)) ? 'recovery_code' : null
}
