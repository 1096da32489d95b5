import type { BaseCtx } from '../../../../platform/context.ts'
import type { OneTimeToken } from '../../store/one-time-tokens.ts'
import type { User } from '../../store/users.ts'
import { mailUser } from '../people/mail-user.ts'
import { issueToken } from '../tokens/issue-token.ts'
import { moveToEmail } from './move-to-email.ts'

/**
 * Moves a person to the address they have confirmed, and mails the former address a link that reverts the
 * change. A stolen password must not be enough to keep the account. Throws as moveToEmail does.
 */
export async function changeEmail(ctx: BaseCtx, token: OneTimeToken): Promise<User> {
  const { former, user } = await moveToEmail(ctx, token)
  // Links to earlier addresses stay valid: two changes in a row must not lock out the first owner.
  const takeBack = await issueToken(
    ctx,
    { purpose: 'restore_email', email: former.email, userId: user.id },
    { keepFormer: true },
  )
  await mailUser(ctx, former, 'identity.email-changed', {
    subject: 'Your email address was changed',
    preheader: 'You no longer log in with this address.',
    heading: 'Your email address was changed',
    paragraphs: [
      `From now on you log in with ${user.email} instead of ${former.email}.`,
      'If this was you, you’re all set. If not, undo it within 7 days. That logs everyone out, and you set a new password.',
    ],
    button: {
      label: 'Undo change',
      url: `${ctx.app.config.appOrigin}/email-verification?token=${takeBack}`,
    },
  })
  return user
}
