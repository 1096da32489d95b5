import { looksLikeCode, stepOfCode } from '../../../platform/authenticator.ts'
import type { Actor, BaseCtx, OpenSteps } from '../../../platform/context.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { returnTurn, takeTurn } from '../../../platform/throttle.ts'
import { FACTOR_TRIES, WRONG_CODE } from '../rules.ts'
import { confirmSecondFactor as confirm, holdSecondFactor, spendStep } from '../store/second-factors.ts'
import { readSession, revokeSessions } from '../store/sessions.ts'
import { findUser } from '../store/users.ts'
import { auditPerson } from './audit-person.ts'
import { makeRecoveryCodes } from './make-recovery-codes.ts'
import { tellOfSecondFactor } from './tell-of-second-factor.ts'

type Person = Extract<Actor, { kind: 'staff' }>

/**
 * From here on a login asks for a code: the app has shown one. Ends every other session of the person, tells them by mail,
 * and answers with ten recovery codes, which are shown this once. Throws invalid_input beside auth_code, wrong_state when
 * nothing was begun, session_ended, or too_many_requests.
 */
export async function confirmSecondFactor(
  steps: OpenSteps,
  given: { auth_code: string },
): Promise<{ recovery_codes: string[] }> {
  const { actor } = steps
  if (actor.kind !== 'staff') throw refuse('not_allowed')
  await steps.transaction((ctx) => holdBegun(ctx, actor))
  if (!looksLikeCode(given.auth_code)) throw refuseFields({ auth_code: [WRONG_CODE] })
  // Counted apart from the codes of logins, and only what is compared: a borrowed session must not use up the owner's tries.
  const turn = `second factor set-up ${actor.userId}`
  await takeTurn(steps.app, turn, FACTOR_TRIES.most, FACTOR_TRIES.windowS)
  const codes = await steps.transaction((ctx) => turnOn(ctx, actor, given.auth_code))
  await returnTurn(steps.app, turn)
  return { recovery_codes: codes }
}

async function turnOn(ctx: BaseCtx, actor: Person, code: string): Promise<string[]> {
  const secret = await holdBegun(ctx, actor)
  const step = stepOfCode(secret, code, ctx.app.clock.wallNow())
  if (step === null || !(await spendStep(ctx, actor.userId, step)))
    throw refuseFields({ auth_code: [WRONG_CODE] })
  await confirm(ctx, actor.userId)
  const user = await findUser(ctx, actor.userId)
  if (user === null) throw refuse('session_ended')
  await revokeSessions(ctx, { userId: user.id, except: actor.sessionId }, 'second factor set up')
  await tellOfSecondFactor(ctx, user)
  await auditPerson(ctx, user.homeAccountId, 'identity.set-up-second-factor', { type: 'user', id: user.id })
  return makeRecoveryCodes(ctx, user.id)
}

/**
 * The secret that was begun, of a person whose session goes on: whoever took the account back since the doorkeeper looked
 * has ended it, and is held up until this transaction ends, or was faster.
 */
async function holdBegun(ctx: BaseCtx, actor: Person): Promise<string> {
  const factor = await holdSecondFactor(ctx, actor.userId)
  const session = await readSession(ctx, actor.sessionId)
  if (session === null || session.ended) throw refuse('session_ended')
  if (factor === null || factor.confirmedAt)
    throw refuse('wrong_state', 'Begin by showing the code to your app.')
  return factor.secret
}
