import { msg } from '../../../../../domain/languages/msg.ts'
import { looksLikeCode, stepOfCode } from '../../../../platform/auth/authenticator.ts'
import { consumeRateLimit, releaseRateLimit } from '../../../../platform/auth/rate-limit.ts'
import type { BaseCtx, TenantlessUnitOfWork, UnitOfWork } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { FACTOR_TRIES, WRONG_CODE } from '../../rules.ts'
import { readSession, revokeSessions } from '../../store/sessions.ts'
import { type AccountSecurity, staffAccountSecurity } from '../sessions/describe-account-security.ts'
import { makeRecoveryCodes } from './make-recovery-codes.ts'

/**
 * Turns the second factor on after a first code of the app. Ends every other session of the login, notifies
 * its owner by mail, and returns ten recovery codes, which are shown only once. Throws invalid_input beside
 * auth_code, wrong_state when nothing was begun, session_ended, or too_many_requests.
 */
export async function confirmSecondFactor(
  uow: UnitOfWork | TenantlessUnitOfWork,
  given: { auth_code: string },
  own: AccountSecurity = staffAccountSecurity(uow.actor),
): Promise<{ recovery_codes: string[] }> {
  await uow.transaction((ctx) => holdBegun(ctx, own))
  if (!looksLikeCode(given.auth_code)) throw refuseFields({ auth_code: [WRONG_CODE] })
  // Limited apart from login codes, and only for codes that are compared: a borrowed session must not use up
  // the owner's attempts.
  const turn = `second factor set-up ${own.id}`
  await consumeRateLimit(uow.app, turn, FACTOR_TRIES.most, FACTOR_TRIES.windowSeconds)
  const codes = await uow.transaction((ctx) => turnOn(ctx, own, given.auth_code))
  await releaseRateLimit(uow.app, turn)
  return { recovery_codes: codes }
}

async function turnOn(ctx: BaseCtx, own: AccountSecurity, code: string): Promise<string[]> {
  const secret = await holdBegun(ctx, own)
  const step = stepOfCode(secret, code, ctx.app.clock.wallNow())
  if (step === null || !(await own.factor.spendStep(ctx, step)))
    throw refuseFields({ auth_code: [WRONG_CODE] })
  await own.factor.confirm(ctx)
  const user = await own.find(ctx)
  if (user === null) throw refuse('session_ended')
  await revokeSessions(ctx, { ...own.sessions, except: own.sessionId }, 'second factor set up')
  await own.notify(ctx, user, 'factor_on')
  await own.audit(ctx, user, 'identity.set-up-second-factor')
  return makeRecoveryCodes(ctx, user.id, own.factor)
}

/**
 * Returns the secret of a begun factor and locks it. Checks the session again after locking: an owner who
 * takes the account back ends the session, and then either waits for this transaction or was faster.
 */
async function holdBegun(ctx: BaseCtx, own: AccountSecurity): Promise<string> {
  const factor = await own.factor.lock(ctx)
  const session = await readSession(ctx, own.sessionId)
  if (session === null || session.ended) throw refuse('session_ended')
  if (factor === null || factor.confirmedAt)
    throw refuse('wrong_state', msg('Scan the QR code with your app first.'))
  return factor.secret
}
