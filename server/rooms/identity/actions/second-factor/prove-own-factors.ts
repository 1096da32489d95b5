import { msg } from '../../../../../domain/languages/msg.ts'
import type { BaseCtx, Ctx, TenantlessUnitOfWork, UnitOfWork } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { WRONG_CODE } from '../../rules.ts'
import type { User } from '../../store/users.ts'
import { proveOwnPassword } from '../passwords/prove-own-password.ts'
import {
  type AccountSecurity,
  type Login,
  staffAccountSecurity,
} from '../sessions/describe-account-security.ts'
import {
  consumeSecondFactorRateLimit,
  releaseSecondFactorRateLimit,
  spendSecondFactor,
} from './spend-second-factor.ts'

export interface TypedFactors {
  readonly current_password: string
  /** A code of the authenticator app, or a recovery code. Required only with a second factor. */
  readonly auth_code?: string | undefined
}

/** The transaction context of a unit of work. */
type CtxOf<S> = S extends UnitOfWork ? Ctx : BaseCtx

/**
 * Runs an action that a borrowed session must not perform, in a transaction that has checked the person's
 * password and second factor, if any. A used recovery code is reported by mail. Throws invalid_input beside
 * the wrong field, too_many_requests, and conflict when the password was changed meanwhile.
 */
export async function withFactorsOf<L extends Login, S extends UnitOfWork | TenantlessUnitOfWork, T>(
  own: AccountSecurity<L>,
  uow: S,
  given: TypedFactors,
  work: (ctx: CtxOf<S>, user: L, sessionId: string) => Promise<T>,
): Promise<T> {
  const proven = await proveOwnPassword(uow, given.current_password, own)
  if (proven.secondFactor && !given.auth_code?.trim())
    throw refuseFields({ auth_code: [msg('Enter the code from your authenticator app.')] })
  if (proven.secondFactor) await consumeSecondFactorRateLimit(uow, proven.id)
  const result = await (uow as UnitOfWork).transaction(async (ctx) => {
    const user = await own.holdWithPassword(ctx, proven.passwordHash)
    // The factors that were checked must still be the current ones.
    if (user === null || user.secondFactor !== proven.secondFactor) throw refuse('conflict')
    const shown = user.secondFactor
      ? await spendSecondFactor(ctx, user.id, given.auth_code, own.factor)
      : 'nothing'
    if (shown === null) throw refuseFields({ auth_code: [WRONG_CODE] })
    const done = await work(ctx as CtxOf<S>, user, own.sessionId)
    // Runs last, because mailing enters the account that stores the person's mails. Skipped when the work
    // removed the second factor, which has its own mail.
    if (shown === 'recovery_code' && (await own.find(ctx))?.secondFactor)
      await own.notify(ctx, user, 'recovery_code_used')
    return done
  })
  if (proven.secondFactor) await releaseSecondFactorRateLimit(uow, proven.id)
  return result
}

/** Runs `withFactorsOf` for a person of the business app. Throws not_allowed for others. */
export async function withOwnFactors<S extends UnitOfWork | TenantlessUnitOfWork, T>(
  uow: S,
  given: TypedFactors,
  work: (ctx: CtxOf<S>, user: User, sessionId: string) => Promise<T>,
): Promise<T> {
  return withFactorsOf(staffAccountSecurity(uow.actor), uow, given, work)
}
