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
      summary: `An account was opened for ${user.email}, and your ${name} login gets you in`,
    },
    linked: {
      heading: `${name} was linked to your login`,
      summary: `Who logs in to that ${name} account now gets in as ${user.email}`,
    },
    unlinked: {
      heading: `${name} was unlinked from your login`,
      summary: `Your ${name} login no longer gets you in as ${user.email}`,
    },
  }[change]
  return mailUser(ctx, user, 'social-logins.changed', {
    subject: heading,
    preheader: `${summary}.`,
    heading,
    paragraphs: [
      `${summary}.`,
      'If that was you, there is nothing to do. If it was not, set a new password: that logs everybody out, and unlinks every login of another address.',
    ],
    button: { label: 'That was not me', url: `${ctx.app.config.appOrigin}/forgot-password` },
  })
}
