import { msg } from '../../../../../domain/languages/msg.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { tryCode, unlockSession } from '../../../identity/index.ts'

/**
 * Checks the mailed code and unlocks the session. Throws invalid_input beside `code` for a wrong one,
 * token_expired after five.
 */
export async function unlockPayLink(uow: UnitOfWork, code: string): Promise<{ detail: string }> {
  const { actor } = uow
  if (actor.kind !== 'pay_link')
    throw refuse('wrong_state', msg('You’re already logged in. You don’t need a code.'))
  const outcome = await uow.transaction((ctx) => enterCode(ctx, actor.sessionId, code))
  if (outcome === 'wrong') throw refuseFields({ code: [msg('That code is wrong. Please try again.')] })
  if (outcome === 'void')
    throw refuse('token_expired', msg('This code has expired. Please ask for a new one.'))
  return { detail: 'You can use your stored payment methods now.' }
}

async function enterCode(ctx: Ctx, sessionId: string, code: string) {
  const outcome = await tryCode(ctx, { purpose: 'pay_link_code', subjectId: sessionId }, code)
  if (outcome !== 'right') return outcome
  await unlockSession(ctx, sessionId)
  await audit(ctx, 'portal.unlock-pay-link', { type: 'session', id: sessionId })
  return outcome
}
