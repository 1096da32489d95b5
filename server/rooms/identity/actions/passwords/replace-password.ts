import type { AuditAction } from '../../../../../domain/accounts/audit-texts.ts'
import type { BaseCtx } from '../../../../platform/context.ts'
import { deleteDecoyLogins } from '../../store/decoy-logins.ts'
import { deleteUnvouchedLinks } from '../../store/external-identities.ts'
import { retireTokens } from '../../store/one-time-tokens.ts'
import { forgetBegunSecondFactor } from '../../store/second-factors.ts'
import { revokeSessions } from '../../store/sessions.ts'
import { setPasswordHash, type User } from '../../store/users.ts'
import { auditPerson } from '../people/audit-person.ts'
import { mailUser } from '../people/mail-user.ts'

/**
 * Gives a person another password: every session of theirs ends (but `keepSessionId`), logins at providers that do not vouch
 * for their address lead to them no more, links to set a password and to change their address are void, so is a second factor
 * that was only begun, and they are told by mail.
 */
export async function replacePassword(
  ctx: BaseCtx,
  user: User,
  hash: string,
  how: { action: AuditAction; keepSessionId?: string },
): Promise<void> {
  await setPasswordHash(ctx, user.id, hash)
  // Who knew the former password may have begun it, and would turn it on.
  await forgetBegunSecondFactor(ctx, user.id)
  // A new password ends every other way in, those that lead nowhere included.
  await deleteDecoyLogins(ctx, user.id)
  // Whoever else had got hold of the account keeps no login of their own at another provider.
  await deleteUnvouchedLinks(ctx, user.id, user.email.toLowerCase())
  const whose = { userId: user.id, ...(how.keepSessionId && { except: how.keepSessionId }) }
  await revokeSessions(ctx, whose, 'password changed')
  for (const purpose of ['reset_password', 'change_email'] as const)
    await retireTokens(ctx, purpose, { userId: user.id })
  await mailUser(ctx, user, 'identity.password-changed', {
    subject: 'Your password was changed',
    preheader: 'Every other device was signed out.',
    heading: 'Your password was changed',
    paragraphs: [
      `The password of ${user.email} was just changed. Every other device has been signed out.`,
      'If that was you, there is nothing to do.',
    ],
    button: { label: 'That was not me', url: `${ctx.app.config.appOrigin}/forgot-password` },
  })
  await auditPerson(ctx, user.homeAccountId, how.action, { type: 'user', id: user.id })
}
