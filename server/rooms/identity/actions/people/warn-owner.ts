import type { BaseCtx } from '../../../../platform/context.ts'
import type { User } from '../../store/users.ts'
import { auditPerson } from './audit-person.ts'
import { mailUser } from './mail-user.ts'

/** Notifies the owner of an address about another sign-up with it. The owner's data does not change. */
export async function warnOwner(ctx: BaseCtx, user: User): Promise<void> {
  const { appOrigin } = ctx.app.config
  await mailUser(ctx, user, 'identity.account-exists', {
    subject: 'You already have an account',
    preheader: 'Someone signed up with your address.',
    heading: 'You already have an account',
    paragraphs: [
      `Someone just signed up with ${user.email}. You already have an account, and it wasn’t changed.`,
      `Log in as before. Forgot your password? Set a new one at ${appOrigin}/forgot-password.`,
    ],
    button: { label: 'Log in', url: `${appOrigin}/login` },
    afterword: ['If it wasn’t you, you can ignore this email.'],
  })
  await auditPerson(ctx, user.homeAccountId, 'identity.repeated-sign-up', { type: 'user', id: user.id })
}
