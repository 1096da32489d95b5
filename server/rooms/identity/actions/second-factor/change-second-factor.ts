import { msg } from '../../../../../domain/languages/msg.ts'
import type { TenantlessUnitOfWork, UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { revokeSessions } from '../../store/sessions.ts'
import {
  type AccountSecurity,
  type Login,
  staffAccountSecurity,
} from '../sessions/describe-account-security.ts'
import { makeRecoveryCodes } from './make-recovery-codes.ts'
import { withFactorsOf } from './prove-own-factors.ts'

interface Typed {
  readonly current_password: string
  /** A code of the authenticator app, or a recovery code. */
  readonly auth_code: string
}

/**
 * Replaces the recovery codes with ten new ones. Throws invalid_input beside the wrong field, wrong_state
 * without a second factor, or too_many_requests.
 */
export async function renewRecoveryCodes(
  uow: UnitOfWork | TenantlessUnitOfWork,
  given: Typed,
  own: AccountSecurity = staffAccountSecurity(uow.actor),
): Promise<{ recovery_codes: string[] }> {
  const codes = await withFactorsOf(own, uow, given, async (ctx, user) => {
    needsSecondFactor(user)
    await own.audit(ctx, user, 'identity.renew-recovery-codes')
    return makeRecoveryCodes(ctx, user.id, own.factor)
  })
  return { recovery_codes: codes }
}

/**
 * Turns the second factor off, so that logins take the password alone. Ends every other session of the login
 * and notifies its owner by mail. Throws as `renewRecoveryCodes` does.
 */
export async function endSecondFactor(
  uow: UnitOfWork | TenantlessUnitOfWork,
  given: Typed,
  own: AccountSecurity = staffAccountSecurity(uow.actor),
): Promise<{ detail: string }> {
  await withFactorsOf(own, uow, given, async (ctx, user, sessionId) => {
    needsSecondFactor(user)
    await own.factor.remove(ctx)
    await revokeSessions(ctx, { ...own.sessions, except: sessionId }, 'second factor turned off')
    await own.notify(ctx, user, 'factor_off')
    await own.audit(ctx, user, 'identity.end-second-factor')
  })
  return { detail: 'You now log in with just your password. We logged out your other devices.' }
}

function needsSecondFactor(user: Login): void {
  if (!user.secondFactor) throw refuse('wrong_state', msg('Two-step login is not set up.'))
}
