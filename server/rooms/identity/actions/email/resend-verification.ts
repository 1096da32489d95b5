import { consumeRateLimit } from '../../../../platform/auth/rate-limit.ts'
import type { BaseCtx, TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { findUser } from '../../store/users.ts'
import { equalizeTiming } from '../passwords/equalize-timing.ts'
import { auditPerson } from '../people/audit-person.ts'
import { sendVerification } from './send-verification.ts'

const MOST = 5
const WINDOW_S = 15 * 60
/** Longer than the work takes in either case, so that the response time reveals nothing. */
const ANSWER_AFTER_MS = 250

/**
 * Sends the verification email again, at most five times in 15 minutes. The answer is the same when the user
 * does not exist. Reports an address that is already confirmed.
 */
export async function resendVerification(uow: TenantlessUnitOfWork): Promise<{ detail: string }> {
  const { actor } = uow
  if (actor.kind !== 'staff') throw refuse('not_allowed')
  await consumeRateLimit(uow.app, `resend verification ${actor.userId}`, MOST, WINDOW_S)
  return equalizeTiming(
    ANSWER_AFTER_MS,
    uow.transaction((ctx) => send(ctx, actor.userId)),
  )
}

async function send(ctx: BaseCtx, userId: string): Promise<{ detail: string }> {
  const user = await findUser(ctx, userId)
  if (user?.emailVerified) return { detail: 'Your email address is already confirmed.' }
  if (user) {
    await sendVerification(ctx, user)
    const object = { type: 'user', id: user.id }
    await auditPerson(ctx, user.homeAccountId, 'identity.resend-verification', object)
  }
  return { detail: 'We sent the email again.' }
}
