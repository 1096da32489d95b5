import type { BaseCtx, OpenSteps } from '../../../platform/context.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { WRONG_CODE } from '../rules.ts'
import { holdUserWithPassword, type User } from '../store/users.ts'
import { proveOwnPassword } from './prove-own-password.ts'
import { proveSecondFactor, returnSecondFactorTurn, takeSecondFactorTurn } from './prove-second-factor.ts'

export interface TypedFactors {
  readonly current_password: string
  /** Of the authenticator app, or a recovery code; needed where a second factor is set up. */
  readonly auth_code?: string | undefined
}

/**
 * Does what a borrowed session must not do: the person types their password and, where a second factor is set up, a code.
 * Throws invalid_input beside the field that is wrong, or too_many_requests.
 */
export async function withOwnFactors<T>(
  steps: OpenSteps,
  given: TypedFactors,
  work: (ctx: BaseCtx, user: User, sessionId: string) => Promise<T>,
): Promise<T> {
  const { actor } = steps
  if (actor.kind !== 'staff') throw refuse('not_allowed')
  const proven = await proveOwnPassword(steps, given.current_password)
  if (proven.secondFactor) {
    if (!given.auth_code?.trim())
      throw refuseFields({ auth_code: ['Enter the code of your authenticator app.'] })
    await takeSecondFactorTurn(steps, proven.id)
  }
  const result = await steps.transaction(async (ctx) => {
    const user = await holdUserWithPassword(ctx, proven.id, proven.passwordHash)
    if (user === null) throw refuse('conflict')
    if (user.secondFactor && !(await proveSecondFactor(ctx, user.id, given.auth_code)))
      throw refuseFields({ auth_code: [WRONG_CODE] })
    return work(ctx, user, actor.sessionId)
  })
  if (proven.secondFactor) await returnSecondFactorTurn(steps, proven.id)
  return result
}
