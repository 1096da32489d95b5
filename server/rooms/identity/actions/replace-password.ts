import type { AuditAction } from '../../../../domain/audit-words.ts'
import type { BaseCtx } from '../../../platform/context.ts'
import { deleteDecoyLogins } from '../store/decoy-logins.ts'
import { retireTokens } from '../store/one-time-tokens.ts'
import { revokeSessions } from '../store/sessions.ts'
import { setPasswordHash, type User } from '../store/users.ts'
import { auditPerson } from './audit-person.ts'
import { mailUser } from './mail-user.ts'

/**
 * Gives a person another password: every session of theirs ends (but `keepSessionId`), links to set a password and to
 * change their address are void, and they are told by mail.
 */
export async function replacePassword(
  ctx: BaseCtx,
  user: User,
  hash: string,
  how: { action: AuditAction; keepSessionId?: string },
): Promise<void> {
  await setPasswordHash(ctx, user.id, hash)
  // A new password ends every other way in, those that lead nowhere included.
  await deleteDecoyLogins(ctx, user.id)
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
