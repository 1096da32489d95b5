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

/** Tells a person by mail that their login asks for a code from now on, or no longer does; `by` says who saw to it. */
export const tellOfSecondFactor = (
  ctx: BaseCtx,
  user: User,
  now: 'on' | 'off',
  by?: string,
): Promise<void> => {
  const { heading, what } = TOLD[now]
  const devices =
    by === undefined ? 'Every other device has been signed out.' : 'Every device has been signed out.'
  return mailUser(ctx, user, 'identity.second-factor-changed', {
    subject: heading,
    preheader: `${what}.`,
    heading,
    paragraphs: [
      `${what} (${user.email}). ${devices}`,
      by === undefined
        ? 'If that was you, there is nothing to do.'
        : `${by} did this. If you asked for it, there is nothing to do but to set it up again once you can.`,
    ],
    button: { label: 'That was not me', url: `${ctx.app.config.appOrigin}/forgot-password` },
  })
}
