import type { OpenSteps } from '../../../platform/context.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { returnTurn, takeTurn } from '../../../platform/throttle.ts'
import { FACTOR_TRIES, WRONG_CODE } from '../rules.ts'
import { markProved } from '../store/sessions.ts'
import { findUser } from '../store/users.ts'
import { auditPerson } from './audit-person.ts'
import { spendSecondFactor } from './spend-second-factor.ts'
import { tellOfRecoveryCode } from './tell-of-recovery-code.ts'

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
  // Counted by session, apart from logins: a borrowed one must not use up the tries of its owner.
  const turn = `second factor of session ${actor.sessionId}`
  await takeTurn(steps.app, turn, FACTOR_TRIES.most, FACTOR_TRIES.windowS)
  await steps.transaction(async (ctx) => {
    const user = await findUser(ctx, actor.userId)
    if (!user?.secondFactor) throw refuse('wrong_state', 'No second factor is set up.')
    const shown = await spendSecondFactor(ctx, user.id, given.auth_code)
    if (shown === null) throw refuseFields({ auth_code: [WRONG_CODE] })
    await markProved(ctx, actor.sessionId)
    const object = { type: 'session', id: actor.sessionId }
    await auditPerson(ctx, user.homeAccountId, 'identity.prove-second-factor', object)
    if (shown === 'recovery_code') await tellOfRecoveryCode(ctx, user)
  })
  await returnTurn(steps.app, turn)
  return { detail: 'It is you.' }
}
