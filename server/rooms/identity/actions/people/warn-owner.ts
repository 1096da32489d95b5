import type { BaseCtx } from '../../../../platform/context.ts'
import type { User } from '../../store/users.ts'
import { auditPerson } from './audit-person.ts'
import { mailUser } from './mail-user.ts'

/** Notifies the owner of an address about another sign-up with it. The owner's data does not change. */
export async function warnOwner(ctx: BaseCtx, user: User): Promise<void> {
  const { appOrigin } = ctx.app.config
  await mailUser(ctx, user, 'identity.account-exists', {
    subject: 'You already have an account',
    preheader: 'Somebody signed up with your address.',
    heading: 'You already have an account',
    paragraphs: [
      `Somebody, perhaps you, just signed up with ${user.email}. This address already has an account, and nothing of it was changed.`,
      `To get in, sign in as before. If you don't know your password any more, ask for a new one at ${appOrigin}/forgot-password.`,
    ],
    button: { label: 'Sign in', url: `${appOrigin}/login` },
    afterword: ['If it was not you, there is nothing to do.'],
  })
  await auditPerson(ctx, user.homeAccountId, 'identity.repeated-sign-up', { type: 'user', id: user.id })
}
