import type { BaseCtx } from '../../../../platform/context.ts'
import { findUserByEmail } from '../../store/users.ts'
import { auditPerson } from '../people/audit-person.ts'
import { mailUser } from '../people/mail-user.ts'
import { issueToken } from '../tokens/issue-token.ts'

/**
 * Mails a link to set a new password if the address is registered, and does not reveal whether it is.
 * `email` is normalized.
 */
export async function sendResetLink(ctx: BaseCtx, email: string): Promise<void> {
  const user = await findUserByEmail(ctx, email)
  if (user === null || user.disabled) return
  const token = await issueToken(ctx, { purpose: 'reset_password', email: user.email, userId: user.id })
  await mailUser(ctx, user, 'identity.reset-password', {
    subject: 'Set a new password',
    preheader: 'The link works once, within 30 minutes.',
    heading: 'Set a new password',
    paragraphs: [`Someone asked to set a new password for ${user.email}.`],
    button: {
      label: 'Set a new password',
      url: `${ctx.app.config.appOrigin}/password-reset-confirmation?token=${token}`,
    },
    afterword: [
      'The link works once, within 30 minutes. If you didn’t ask for it, ignore this email. Your password stays the same.',
    ],
  })
  await auditPerson(ctx, user.homeAccountId, 'identity.ask-reset', { type: 'user', id: user.id })
}
