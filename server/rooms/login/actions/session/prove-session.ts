import { msg } from '../../../../../domain/languages/msg.ts'
import { consumeRateLimit, releaseRateLimit } from '../../../../platform/auth/rate-limit.ts'
import type { TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import {
  auditPerson,
  FACTOR_TRIES,
  findUser,
  markProved,
  notifyRecoveryCodeUsed,
  spendSecondFactor,
  WRONG_CODE,
} from '../../../identity/index.ts'

/**
 * Records that the holder of this session has just proved their second factor. Throws invalid_input beside auth_code,
 * wrong_state without a second factor, or too_many_requests.
 */
export async function proveSession(
  uow: TenantlessUnitOfWork,
  given: { readonly auth_code: string },
): Promise<{ detail: string }> {
  const { actor } = uow
  if (actor.kind !== 'staff') throw refuse('not_allowed')
  // Counted by session, apart from logins: a stolen session must not use up the attempts of its owner.
  const rateLimitKey = `second factor of session ${actor.sessionId}`
  await consumeRateLimit(uow.app, rateLimitKey, FACTOR_TRIES.most, FACTOR_TRIES.windowSeconds)
  await uow.transaction(async (ctx) => {
    const user = await findUser(ctx, actor.userId)
    if (!user?.secondFactor) throw refuse('wrong_state', msg('Two-step login is not set up.'))
    const shown = await spendSecondFactor(ctx, user.id, given.auth_code)
    if (shown === null) throw refuseFields({ auth_code: [WRONG_CODE] })
    await markProved(ctx, actor.sessionId)
    const object = { type: 'session', id: actor.sessionId }
    await auditPerson(ctx, user.homeAccountId, 'identity.prove-second-factor', object)
    if (shown === 'recovery_code') await notifyRecoveryCodeUsed(ctx, user)
  })
  await releaseRateLimit(uow.app, rateLimitKey)
  return { detail: 'Confirmed.' }
}
