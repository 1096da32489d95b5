import { hashPassword } from '../../../../platform/auth/password-hashing.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { companyOf } from '../../../accounts/index.ts'
import { checkNewPassword, proveOwnPassword, retireTokens, revokeSessions } from '../../../identity/index.ts'
import { setPortalPasswordHash } from '../../store/portal-users.ts'
import { forgetBegunFactor } from '../../store/second-factors.ts'
import { portalAccountSecurity } from './find-account-security.ts'
import { notifyLoginChange } from './notify-login-change.ts'

/**
 * Changes the password of a customer's own login, which they have to know, ends every other session of that login and
 * tells them by mail. Throws invalid_input beside the field that is wrong, too_many_requests, and conflict when the
 * password was changed meanwhile.
 */
export async function changePortalPassword(
  uow: UnitOfWork,
  body: { current_password: string; password1: string; password2: string },
): Promise<{ detail: string }> {
  const own = portalAccountSecurity(uow)
  const proven = await proveOwnPassword(uow, body.current_password, own)
  const { name } = await uow.transaction((ctx) => companyOf(ctx))
  await checkNewPassword(body, { email: proven.email, companyNames: [name] })
  const hash = await hashPassword(body.password1)
  await uow.transaction(async (ctx) => {
    const user = await own.holdWithPassword(ctx, proven.passwordHash)
    if (user === null) throw refuse('conflict')
    await setPortalPasswordHash(ctx, user.id, hash)
    // Who knew the former password may have begun it, and would turn it on.
    await forgetBegunFactor(ctx, { accountId: ctx.accountId, id: user.id })
    await retireTokens(ctx, 'portal_reset', { subjectId: user.id })
    await revokeSessions(ctx, { ...own.sessions, except: own.sessionId }, 'password changed')
    await notifyLoginChange(ctx, user, 'password_changed')
    await own.audit(ctx, user, 'identity.change-password')
  })
  return { detail: 'Your password was changed. Every other device has been signed out.' }
}
