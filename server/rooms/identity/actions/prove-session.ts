import type { OpenSteps } from '../../../platform/context.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { WRONG_CODE } from '../rules.ts'
import { markProved } from '../store/sessions.ts'
import { findUser } from '../store/users.ts'
import { auditPerson } from './audit-person.ts'
import { proveSecondFactor, returnSecondFactorTurn, takeSecondFactorTurn } from './prove-second-factor.ts'

/**
 * Notes that whoever has this session has just shown their second factor. Throws invalid_input beside auth_code,
 * wrong_state without a second factor, or too_many_requests.
 */
export async function proveSession(
  steps: OpenSteps,
  given: { readonly auth_code: string },
): Promise<{ detail: string }> {
  const { actor } = steps
  if (actor.kind !== 'staff') throw refuse('not_allowed')
  await takeSecondFactorTurn(steps, actor.userId)
  await steps.transaction(async (ctx) => {
    const user = await findUser(ctx, actor.userId)
    if (!user?.secondFactor) throw refuse('wrong_state', 'No second factor is set up.')
    if (!(await proveSecondFactor(ctx, user.id, given.auth_code)))
      throw refuseFields({ auth_code: [WRONG_CODE] })
    await markProved(ctx, actor.sessionId)
    const object = { type: 'session', id: actor.sessionId }
    await auditPerson(ctx, user.homeAccountId, 'identity.prove-second-factor', object)
  })
  await returnSecondFactorTurn(steps, actor.userId)
  return { detail: 'It is you.' }
}
