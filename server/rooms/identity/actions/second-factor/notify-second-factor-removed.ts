import type { BaseCtx } from '../../../../platform/context.ts'
import type { User } from '../../store/users.ts'
import { mailUser } from '../people/mail-user.ts'

/**
 * Notifies a person by mail that logins take the password alone again. `by` names another person who did it.
 */
export const notifySecondFactorRemoved = (ctx: BaseCtx, user: User, by?: string): Promise<void> => {
  const what = 'Logging in needs only your password again'
  const devices = by === undefined ? 'We logged out your other devices.' : 'We logged out all your devices.'
  return mailUser(ctx, user, 'identity.second-factor-changed', {
    subject: 'Two-step login was turned off',
    preheader: `${what}.`,
    heading: 'Two-step login was turned off',
    paragraphs: [
      `${what} (${user.email}). ${devices}`,
      by === undefined
        ? 'If this was you, you’re all set.'
        : `${by} did this. If you asked for it, set it up again when you can.`,
    ],
    button: { label: 'This wasn’t me', url: `${ctx.app.config.appOrigin}/forgot-password` },
  })
}
