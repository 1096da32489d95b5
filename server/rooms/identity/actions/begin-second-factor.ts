import { authenticatorUri, newAuthenticatorSecret } from '../../../platform/authenticator.ts'
import type { OpenSteps } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { beginSecondFactor as begin, holdSecondFactor } from '../store/second-factors.ts'
import { holdUserWithPassword } from '../store/users.ts'
import { auditPerson } from './audit-person.ts'
import { proveOwnPassword } from './prove-own-password.ts'

/**
 * Makes the secret that an authenticator app is to hold, for a person who has typed their password. Nothing asks for its
 * codes until one of them was confirmed; asking again makes another. Throws invalid_input beside current_password, and
 * wrong_state when a second factor is set up already.
 */
export async function beginSecondFactor(
  steps: OpenSteps,
  given: { current_password: string },
): Promise<{ secret: string; uri: string }> {
  const proven = await proveOwnPassword(steps, given.current_password)
  const secret = newAuthenticatorSecret()
  await steps.transaction(async (ctx) => {
    const user = await holdUserWithPassword(ctx, proven.id, proven.passwordHash)
    if (user === null) throw refuse('conflict')
    const present = await holdSecondFactor(ctx, proven.id)
    if (present?.confirmedAt)
      throw refuse('wrong_state', 'A second factor is set up already. Turn it off first.')
    await begin(ctx, proven.id, secret)
    await auditPerson(ctx, user.homeAccountId, 'identity.begin-second-factor', { type: 'user', id: user.id })
  })
  return { secret, uri: authenticatorUri(secret, proven.email) }
}
