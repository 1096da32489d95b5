import { stepOfCode } from '../../../platform/authenticator.ts'
import type { BaseCtx, OpenSteps } from '../../../platform/context.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { WRONG_CODE } from '../rules.ts'
import { confirmSecondFactor as confirm, holdSecondFactor, spendStep } from '../store/second-factors.ts'
import { revokeSessions } from '../store/sessions.ts'
import { findUser } from '../store/users.ts'
import { auditPerson } from './audit-person.ts'
import { makeRecoveryCodes } from './make-recovery-codes.ts'
import { returnSecondFactorTurn, takeSecondFactorTurn } from './prove-second-factor.ts'
import { tellOfSecondFactor } from './tell-of-second-factor.ts'

/**
 * From here on a login asks for a code: the app has shown one. Ends every other session of the person, tells them by mail,
 * and answers with ten recovery codes, which are shown this once. Throws invalid_input beside auth_code, wrong_state when
 * nothing was begun, or too_many_requests.
 */
export async function confirmSecondFactor(
  steps: OpenSteps,
  given: { auth_code: string },
): Promise<{ recovery_codes: string[] }> {
  const { actor } = steps
  if (actor.kind !== 'staff') throw refuse('not_allowed')
  await takeSecondFactorTurn(steps, actor.userId)
  const codes = await steps.transaction(async (ctx) => {
    await proveBegun(ctx, actor.userId, given.auth_code)
    await confirm(ctx, actor.userId)
    const user = await findUser(ctx, actor.userId)
    if (user === null) throw refuse('session_ended')
    await revokeSessions(ctx, { userId: user.id, except: actor.sessionId }, 'second factor set up')
    await tellOfSecondFactor(ctx, user, 'on')
    await auditPerson(ctx, user.homeAccountId, 'identity.set-up-second-factor', { type: 'user', id: user.id })
    return makeRecoveryCodes(ctx, user.id)
  })
  await returnSecondFactorTurn(steps, actor.userId)
  return { recovery_codes: codes }
}

async function proveBegun(ctx: BaseCtx, userId: string, code: string): Promise<void> {
  const factor = await holdSecondFactor(ctx, userId)
  if (factor === null || factor.confirmedAt)
    throw refuse('wrong_state', 'Begin by showing the code to your app.')
  const step = stepOfCode(factor.secret, code, ctx.app.clock.wallNow())
  if (step === null || !(await spendStep(ctx, userId, step))) throw refuseFields({ auth_code: [WRONG_CODE] })
}
