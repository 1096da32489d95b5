import type { BaseCtx } from '../../../../platform/context.ts'
import { deleteUnvouchedLinks } from '../../store/external-identities.ts'
import { type OneTimeToken, retireSince } from '../../store/one-time-tokens.ts'
import { revokeSessions } from '../../store/sessions.ts'
import { forgetPassword, type User } from '../../store/users.ts'
import { sendResetLink } from '../passwords/send-reset-link.ts'
import { mailUser } from '../people/mail-user.ts'
import { moveToEmail } from './move-to-email.ts'

/**
 * Gives an account back to whoever reads the address that the link went to, be it the present one or a former: every
 * session ends, and a link to set a new password goes there, as the present one is known to somebody else. Leaves the
 * second factor to its caller. Throws as moveToEmail does.
 */
export async function takeAccountBack(ctx: BaseCtx, token: OneTimeToken, because: string): Promise<User> {
  const { former, user } = await moveToEmail(ctx, token)
  // Who had the account since can't take it again with links of their own.
  await retireSince(ctx, token, ['restore_email', 'undo_second_factor'])
  await revokeSessions(ctx, { userId: user.id }, because)
  // Nor keeps a login at another provider that they linked.
  await deleteUnvouchedLinks(ctx, user.id, user.email.toLowerCase())
  // Who had it knows the password.
  await forgetPassword(ctx, user.id)
  if (former.email !== user.email) await tellFormer(ctx, former, user)
  await sendResetLink(ctx, user.email)
  return user
}

const tellFormer = (ctx: BaseCtx, former: User, user: User): Promise<void> =>
  mailUser(ctx, former, 'identity.email-restored', {
    subject: 'Your email address was changed back',
    preheader: 'You no longer log in with this address.',
    heading: 'Your email address was changed back',
    paragraphs: [
      `The owner of ${user.email} has taken the change to ${former.email} back. Everybody was logged out, and the password no longer works.`,
    ],
    afterword: [`If that was not you, ask for a new password at ${user.email}, which is the address again.`],
  })
