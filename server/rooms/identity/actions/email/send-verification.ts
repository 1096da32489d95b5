import type { BaseCtx } from '../../../../platform/context.ts'
import type { User } from '../../store/users.ts'
import { mailUser } from '../people/mail-user.ts'
import { issueToken } from '../tokens/issue-token.ts'

/** Mails a link that confirms the address. It replaces any former link. */
export async function sendVerification(ctx: BaseCtx, user: User): Promise<void> {
  const token = await issueToken(ctx, { purpose: 'verify_email', email: user.email, userId: user.id })
  await mailUser(ctx, user, 'identity.verify-email', {
    subject: 'Confirm your email address',
    preheader: 'One click and your account is ready.',
    heading: 'Confirm your email address',
    paragraphs: [`Someone signed up with ${user.email}. If it was you, confirm the address to get started.`],
    button: {
      label: 'Confirm address',
      url: `${ctx.app.config.appOrigin}/email-verification?token=${token}`,
    },
    afterword: ['The link works once, within 24 hours. If you didn’t sign up, ignore this email.'],
  })
}
