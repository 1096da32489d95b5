import type { BaseCtx } from '../../../../platform/context.ts'
import type { AuditAction } from '../../../../platform/registered-names.ts'
import { deleteDecoyLogins } from '../../store/decoy-logins.ts'
import { deleteUnvouchedLinks } from '../../store/external-identities.ts'
import { retireTokens } from '../../store/one-time-tokens.ts'
import { forgetBegunSecondFactor } from '../../store/second-factors.ts'
import { revokeSessions } from '../../store/sessions.ts'
import { setPasswordHash, type User } from '../../store/users.ts'
import { auditPerson } from '../people/audit-person.ts'
import { mailUser } from '../people/mail-user.ts'

/**
 * Sets another password. Ends every session of the person except `keepSessionId`, removes logins at
 * providers that do not vouch for the address, voids links that set a password or change the address,
 * removes a second factor that was only begun, and notifies the person by mail.
 */
export async function replacePassword(
  ctx: BaseCtx,
  user: User,
  hash: string,
  how: { action: AuditAction; keepSessionId?: string },
): Promise<void> {
  await setPasswordHash(ctx, user.id, hash)
  // An intruder with the former password may have begun it and could confirm it later.
  await forgetBegunSecondFactor(ctx, user.id)
  // A new password ends every other login, decoys included.
  await deleteDecoyLogins(ctx, user.id)
  // Removes provider logins that an intruder may have linked.
  await deleteUnvouchedLinks(ctx, user.id, user.email.toLowerCase())
  const whose = { userId: user.id, ...(how.keepSessionId && { except: how.keepSessionId }) }
  await revokeSessions(ctx, whose, 'password changed')
  for (const purpose of ['reset_password', 'change_email'] as const)
    await retireTokens(ctx, purpose, { userId: user.id })
  await mailUser(ctx, user, 'identity.password-changed', {
    subject: 'Your password was changed',
    preheader: 'We logged out your other devices.',
    heading: 'Your password was changed',
    paragraphs: [
      `The password for ${user.email} was just changed. We logged out your other devices.`,
      'If this was you, you’re all set.',
    ],
    button: { label: 'This wasn’t me', url: `${ctx.app.config.appOrigin}/forgot-password` },
  })
  await auditPerson(ctx, user.homeAccountId, how.action, { type: 'user', id: user.id })
}
