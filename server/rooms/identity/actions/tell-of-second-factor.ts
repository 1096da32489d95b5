import type { BaseCtx } from '../../../platform/context.ts'
import type { User } from '../store/users.ts'
import { mailUser } from './mail-user.ts'

const TOLD = {
  on: {
    heading: 'Two-step login was turned on',
    what: 'Logging in now takes a code of your authenticator app',
  },
  off: { heading: 'Two-step login was turned off', what: 'Logging in takes your password alone again' },
}

/** Tells a person by mail that their login asks for a code from now on, or no longer does. */
export const tellOfSecondFactor = (ctx: BaseCtx, user: User, now: 'on' | 'off'): Promise<void> => {
  const { heading, what } = TOLD[now]
  return mailUser(ctx, user, 'identity.second-factor-changed', {
    subject: heading,
    preheader: `${what}.`,
    heading,
    paragraphs: [
      `${what} (${user.email}). Every other device has been signed out.`,
      'If that was you, there is nothing to do.',
    ],
    button: { label: 'That was not me', url: `${ctx.app.config.appOrigin}/forgot-password` },
  })
}
