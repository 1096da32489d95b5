import { SIGN_IN_PROVIDERS, type SignInProvider } from '../../../../../domain/people/sign-in-providers.ts'
import type { BaseCtx } from '../../../../platform/context.ts'
import { mailUser, type User } from '../../../identity/index.ts'

/** Notifies a person by mail that a provider was linked to their login or unlinked from it. */
export function notifyIdentityChanged(
  ctx: BaseCtx,
  user: User,
  provider: SignInProvider,
  change: 'opened' | 'linked' | 'unlinked',
): Promise<void> {
  const { name } = SIGN_IN_PROVIDERS[provider]
  const { heading, summary } = {
    opened: {
      heading: `You signed up with ${name}`,
      summary: `You have a new account for ${user.email} and log in with ${name}`,
    },
    linked: {
      heading: `${name} was linked to your login`,
      summary: `Anyone who logs in to that ${name} account now logs in as ${user.email}`,
    },
    unlinked: {
      heading: `${name} was unlinked from your login`,
      summary: `Your ${name} login no longer logs you in as ${user.email}`,
    },
  }[change]
  return mailUser(ctx, user, 'social-logins.changed', {
    subject: heading,
    preheader: `${summary}.`,
    heading,
    paragraphs: [
      `${summary}.`,
      'If this was you, you’re all set. If not, set a new password. That logs everyone out and unlinks logins with other addresses.',
    ],
    button: { label: 'This wasn’t me', url: `${ctx.app.config.appOrigin}/forgot-password` },
  })
}
