import type { OpenSteps } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { removeSecondFactor } from '../store/second-factors.ts'
import { revokeSessions } from '../store/sessions.ts'
import type { User } from '../store/users.ts'
import { auditPerson } from './audit-person.ts'
import { makeRecoveryCodes } from './make-recovery-codes.ts'
import { withOwnFactors } from './prove-own-factors.ts'
import { tellOfSecondFactor } from './tell-of-second-factor.ts'

interface Typed {
  readonly current_password: string
  /** Of the authenticator app, or a recovery code. */
  readonly auth_code: string
}

/**
 * Ten new recovery codes in place of the former ones. Throws invalid_input beside the field that is wrong, wrong_state
 * without a second factor, or too_many_requests.
 */
export async function renewRecoveryCodes(
  steps: OpenSteps,
  given: Typed,
): Promise<{ recovery_codes: string[] }> {
  const codes = await withOwnFactors(steps, given, async (ctx, user) => {
    needsSecondFactor(user)
    await auditPerson(ctx, user.homeAccountId, 'identity.renew-recovery-codes', { type: 'user', id: user.id })
    return makeRecoveryCodes(ctx, user.id)
  })
  return { recovery_codes: codes }
}

/**
 * A login asks for the password alone again. Ends every other session of the person and tells them by mail. Throws as
 * `renewRecoveryCodes` does.
 */
export async function endSecondFactor(steps: OpenSteps, given: Typed): Promise<{ detail: string }> {
  await withOwnFactors(steps, given, async (ctx, user, sessionId) => {
    needsSecondFactor(user)
    await removeSecondFactor(ctx, user.id)
    await revokeSessions(ctx, { userId: user.id, except: sessionId }, 'second factor turned off')
    await tellOfSecondFactor(ctx, user, 'off')
    await auditPerson(ctx, user.homeAccountId, 'identity.end-second-factor', { type: 'user', id: user.id })
  })
  return { detail: 'Logging in takes your password alone again. Every other device has been signed out.' }
}

function needsSecondFactor(user: User): void {
  if (!user.secondFactor) throw refuse('wrong_state', 'No second factor is set up.')
}
