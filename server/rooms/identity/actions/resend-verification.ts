import type { OpenSteps } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { takeTurn } from '../../../platform/throttle.ts'
import { findUser } from '../store/users.ts'
import { auditPerson } from './audit-person.ts'
import { sendVerification } from './send-verification.ts'

const MOST = 5
const WINDOW_S = 15 * 60

/**
 * Sends the verification mail again, a few times in a quarter of an hour. Answers alike when there is nobody to send it to,
 * and says so when there is nothing left to confirm.
 */
export async function resendVerification(steps: OpenSteps): Promise<{ detail: string }> {
  const { actor } = steps
  if (actor.kind !== 'staff') throw refuse('not_allowed')
  await takeTurn(steps.app, `resend verification ${actor.userId}`, MOST, WINDOW_S)
  return steps.transaction(async (ctx) => {
    const user = await findUser(ctx, actor.userId)
    if (user?.emailVerified) return { detail: 'Your email address is confirmed already.' }
    if (user) {
      await sendVerification(ctx, user)
      await auditPerson(ctx, user.homeAccountId, 'identity.resend-verification', {
        type: 'user',
        id: user.id,
      })
    }
    return { detail: 'We have sent the email again.' }
  })
}
