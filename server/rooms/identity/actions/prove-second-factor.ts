import { recoveryCodeHashes, stepOfCode } from '../../../platform/authenticator.ts'
import type { BaseCtx, OpenSteps } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { returnTurn, takeTurn } from '../../../platform/throttle.ts'
import { FACTOR_TRIES } from '../rules.ts'
import { holdSecondFactor, spendRecoveryCode, spendStep } from '../store/second-factors.ts'

const turnOf = (userId: string) => `second factor ${userId}`

/** Counts a try before the code is looked at, in a statement of its own. Throws too_many_requests. */
export const takeSecondFactorTurn = ({ app }: Pick<OpenSteps, 'app'>, userId: string): Promise<void> =>
  takeTurn(app, turnOf(userId), FACTOR_TRIES.most, FACTOR_TRIES.windowS)

/** What was counted was no failure. */
export const returnSecondFactorTurn = ({ app }: Pick<OpenSteps, 'app'>, userId: string): Promise<void> =>
  returnTurn(app, turnOf(userId))

/**
 * Uses up a code of a person's authenticator app, or one of their recovery codes; each works once. True for who has no
 * second factor, whatever is given. Does not count: see `takeSecondFactorTurn`. Throws login_needs_second_factor without
 * a code.
 */
export async function proveSecondFactor(
  ctx: BaseCtx,
  userId: string,
  code: string | undefined,
): Promise<boolean> {
  const factor = await holdSecondFactor(ctx, userId)
  if (!factor?.confirmedAt) return true
  if (code === undefined || code.trim() === '') throw refuse('login_needs_second_factor')
  const step = stepOfCode(factor.secret, code, ctx.app.clock.wallNow())
  if (step !== null) return spendStep(ctx, userId, step)
  return spendRecoveryCode(ctx, userId, recoveryCodeHashes(ctx.app.config, userId, code))
}
