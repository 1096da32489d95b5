import type { BaseCtx, OpenSteps } from '../../../platform/context.ts'
import { hashPassword, verifyPassword } from '../../../platform/password-hashing.ts'
import { refuse } from '../../../platform/refusal.ts'
import { forgive, returnTurn, takeAttempt, takeTurn } from '../../../platform/throttle.ts'

const WINDOW_S = 15 * 60
const FAILURES_BY_IP = 50

export interface Attempt {
  /** Whose failures are counted: the login space and the address. */
  readonly key: string
  readonly password: string
}

/**
 * Counts the attempt, by account and by IP, then verifies the password outside any transaction, and returns whom it
 * belongs to. `find` names who that would be; when it names nobody the same work is done for nobody. A hash of former
 * cost comes back made anew in `freshHash`. Throws login_failed, or too_many_requests.
 */
export async function provePassword<T extends { passwordHash: string | null; disabled: boolean }>(
  steps: OpenSteps,
  attempt: Attempt,
  find: (ctx: BaseCtx) => Promise<T | null>,
): Promise<{ who: T; freshHash: string | null }> {
  const { app, ip } = steps
  const subjectKey = `login ${attempt.key}`
  const ipKey = `login failures ${ip}`
  await takeTurn(app, ipKey, FAILURES_BY_IP, WINDOW_S)
  await takeAttempt(app, subjectKey, WINDOW_S)
  const who = await steps.transaction(find)
  const { ok, outdated } = await verifyPassword(attempt.password, who?.passwordHash ?? null)
  if (!ok || who === null || who.disabled) {
    app.log.info('login refused', { ip })
    throw refuse('login_failed')
  }
  await Promise.all([forgive(app, subjectKey), returnTurn(app, ipKey)])
  return { who, freshHash: outdated ? await hashPassword(attempt.password) : null }
}
