import { authenticatorUri, newAuthenticatorSecret } from '../../../platform/authenticator.ts'
import type { OpenSteps, Steps } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { type OwnLogin, ownStaffLogin } from './own-login.ts'
import { proveOwnPassword } from './prove-own-password.ts'

/**
 * Makes the secret that an authenticator app is to hold, for a person who has typed their password. Nothing asks for its
 * codes until one of them was confirmed; asking again makes another. Throws invalid_input beside current_password, and
 * wrong_state when a second factor is set up already.
 */
export async function beginSecondFactor(
  steps: Steps | OpenSteps,
  given: { current_password: string },
  own: OwnLogin = ownStaffLogin(steps.actor),
): Promise<{ secret: string; uri: string }> {
  const proven = await proveOwnPassword(steps, given.current_password, own)
  const secret = newAuthenticatorSecret()
  const issuer = await steps.transaction(async (ctx) => {
    const user = await own.holdWithPassword(ctx, proven.passwordHash)
    if (user === null) throw refuse('conflict')
    const present = await own.factor.hold(ctx)
    if (present?.confirmedAt)
      throw refuse('wrong_state', 'A second factor is set up already. Turn it off first.')
    const issuer = await own.product(ctx)
    await own.factor.begin(ctx, secret)
    await own.audit(ctx, user, 'identity.begin-second-factor')
    return issuer
  })
  return { secret, uri: authenticatorUri(secret, proven.email, issuer) }
}
