import { msg } from '../../../../../domain/languages/msg.ts'
import { hashPassword } from '../../../../platform/auth/password-hashing.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { companyOf } from '../../../accounts/index.ts'
import { checkNewPassword, proveOwnPassword, retireTokens, revokeSessions } from '../../../identity/index.ts'
import { deleteUnconfirmedFactor, setPortalPasswordHash } from '../../../portal/index.ts'
import { notifyLoginChange } from '../customer/notify-login-change.ts'
import { portalAccountSecurity } from '../session/find-account-security.ts'

/**
 * Changes the password of the caller's portal login, ends the login's other sessions and notifies the customer by mail.
 * Throws invalid_input beside the wrong field, too_many_requests, and conflict when the password was changed concurrently.
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
    // Somebody who knew the former password may have begun a second factor and could still confirm it.
    await deleteUnconfirmedFactor(ctx, { accountId: ctx.accountId, id: user.id })
    await retireTokens(ctx, 'portal_reset', { subjectId: user.id })
    await revokeSessions(ctx, { ...own.sessions, except: own.sessionId }, 'password changed')
    await notifyLoginChange(ctx, user, 'password_changed')
    await own.audit(ctx, user, 'identity.change-password')
  })
  return { detail: msg('Your password was changed. We logged out your other devices.') }
}
