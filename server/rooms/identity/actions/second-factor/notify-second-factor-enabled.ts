import type { BaseCtx } from '../../../../platform/context.ts'
import type { User } from '../../store/users.ts'
import { mailUser } from '../people/mail-user.ts'
import { issueToken } from '../tokens/issue-token.ts'

/**
 * Notifies a person by mail that logins now require a code, with a link that undoes it. An intruder with the
 * password could have set it up, and a new password alone would not let the owner in.
 */
export async function notifySecondFactorEnabled(ctx: BaseCtx, user: User): Promise<void> {
  const undo = await issueToken(ctx, { purpose: 'undo_second_factor', email: user.email, userId: user.id })
  const what = 'Logging in now needs a code from your authenticator app'
  await mailUser(ctx, user, 'identity.second-factor-changed', {
    subject: 'Two-step login was turned on',
    preheader: `${what}.`,
    heading: 'Two-step login was turned on',
    paragraphs: [
      `${what} (${user.email}). We logged out your other devices.`,
      'If this was you, you’re all set. If not, undo it within 7 days. That logs everyone out, and you set a new password.',
    ],
    button: {
      label: 'This wasn’t me',
      url: `${ctx.app.config.appOrigin}/email-verification?token=${undo}`,
    },
  })
}
