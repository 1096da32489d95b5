import { msg } from '../../../../../domain/languages/msg.ts'
import { verifyPassword } from '../../../../platform/auth/password-hashing.ts'
import { consumeRateLimit } from '../../../../platform/auth/rate-limit.ts'
import type { TenantlessUnitOfWork, UnitOfWork } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import type { AccountSecurity, Login } from '../sessions/describe-account-security.ts'

const MOST = 10
const WINDOW_S = 15 * 60
const NO_PASSWORD = msg('You have no password yet. Email yourself a link to set one.')

/**
 * Returns the caller's login after checking the current password, before an action that a borrowed session
 * must not perform. Attempts are rate limited. Throws invalid_input beside current_password, session_ended,
 * or too_many_requests.
 */
export async function proveOwnPassword<L extends Login>(
  uow: UnitOfWork | TenantlessUnitOfWork,
  typed: string,
  own: AccountSecurity<L>,
): Promise<L & { readonly passwordHash: string }> {
  await consumeRateLimit(uow.app, `own password ${own.id}`, MOST, WINDOW_S)
  const user = await uow.transaction((ctx) => own.find(ctx))
  if (user === null) throw refuse('session_ended')
  if (user.passwordHash === null) throw refuseFields({ current_password: [NO_PASSWORD] })
  const { ok } = await verifyPassword(typed, user.passwordHash)
  if (!ok)
    throw refuseFields({ current_password: [msg('That’s not your current password. Please try again.')] })
  return { ...user, passwordHash: user.passwordHash }
}
