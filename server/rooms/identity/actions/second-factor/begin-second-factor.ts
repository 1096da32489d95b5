import { msg } from '../../../../../domain/languages/msg.ts'
import { authenticatorUri, newAuthenticatorSecret } from '../../../../platform/auth/authenticator.ts'
import type { TenantlessUnitOfWork, UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { proveOwnPassword } from '../passwords/prove-own-password.ts'
import { type AccountSecurity, staffAccountSecurity } from '../sessions/describe-account-security.ts'

/**
 * Creates the secret for an authenticator app after checking the password. Logins request no code until one
 * is confirmed; calling again creates another secret. Throws invalid_input beside current_password, and
 * wrong_state when a second factor is already set up.
 */
export async function beginSecondFactor(
  uow: UnitOfWork | TenantlessUnitOfWork,
  given: { current_password: string },
  own: AccountSecurity = staffAccountSecurity(uow.actor),
): Promise<{ secret: string; uri: string }> {
  const proven = await proveOwnPassword(uow, given.current_password, own)
  const secret = newAuthenticatorSecret()
  const issuer = await uow.transaction(async (ctx) => {
    const user = await own.holdWithPassword(ctx, proven.passwordHash)
    if (user === null) throw refuse('conflict')
    const present = await own.factor.lock(ctx)
    if (present?.confirmedAt)
      throw refuse('wrong_state', msg('Two-step login is already on. Turn it off first.'))
    const issuer = await own.product(ctx)
    await own.factor.begin(ctx, secret)
    await own.audit(ctx, user, 'identity.begin-second-factor')
    return issuer
  })
  return { secret, uri: authenticatorUri(secret, proven.email, issuer) }
}
