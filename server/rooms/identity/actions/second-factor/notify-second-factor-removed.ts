import type { BaseCtx } from '../../../../platform/context.ts'
import type { User } from '../../store/users.ts'
import { mailUser } from '../people/mail-user.ts'

/**
 * Notifies a person by mail that logins take the password alone again. `by` names another person who did it.
 */
export const notifySecondFactorRemoved = (ctx: BaseCtx, user: User, by?: string): Promise<void> => {
  const what = 'Logging in takes your password alone again'
  const devices =
    by === undefined ? 'Every other device has been signed out.' : 'Every device has been signed out.'
  return mailUser(ctx, user, 'identity.second-factor-changed', {
    subject: 'Two-step login was turned off',
    preheader: `${what}.`,
    heading: 'Two-step login was turned off',
    paragraphs: [
      `${what} (${user.email}). ${devices}`,
      by === undefined
        ? 'If that was you, there is nothing to do.'
        : `${by} did this. If you asked for it, there is nothing to do but to set it up again once you can.`,
    ],
    button: { label: 'That was not me', url: `${ctx.app.config.appOrigin}/forgot-password` },
  })
}
