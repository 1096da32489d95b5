import type { BaseCtx } from '../../../../platform/context.ts'
import { deleteUnvouchedLinks } from '../../store/external-identities.ts'
import { type OneTimeToken, retireSince } from '../../store/one-time-tokens.ts'
import { revokeSessions } from '../../store/sessions.ts'
import { forgetPassword, type User } from '../../store/users.ts'
import { sendResetLink } from '../passwords/send-reset-link.ts'
import { mailUser } from '../people/mail-user.ts'
import { moveToEmail } from './move-to-email.ts'

/**
 * Returns an account to the reader of the address that the link was mailed to, current or former. All
 * sessions end, and a link to set a new password is mailed there, because the current password is known to
 * somebody else. The caller handles the second factor. Throws as moveToEmail does.
 */
export async function takeAccountBack(ctx: BaseCtx, token: OneTimeToken, reason: string): Promise<User> {
  const { former, user } = await moveToEmail(ctx, token)
  // Prevents an intruder from taking the account again with links issued since.
  await retireSince(ctx, token, ['restore_email', 'undo_second_factor'])
  await revokeSessions(ctx, { userId: user.id }, reason)
  // Removes provider logins that an intruder may have linked.
  await deleteUnvouchedLinks(ctx, user.id, user.email.toLowerCase())
  // The intruder knows the password.
  await forgetPassword(ctx, user.id)
  if (former.email !== user.email) await notifyFormerAddress(ctx, former, user)
  await sendResetLink(ctx, user.email)
  return user
}

const notifyFormerAddress = (ctx: BaseCtx, former: User, user: User): Promise<void> =>
  mailUser(ctx, former, 'identity.email-restored', {
    subject: 'Your email address was changed back',
    preheader: 'You no longer log in with this address.',
    heading: 'Your email address was changed back',
    paragraphs: [
      `The owner of ${user.email} undid the change to ${former.email}. We logged everyone out, and the password no longer works.`,
    ],
    afterword: [
      `If this wasn’t you, set a new password for ${user.email}. You log in with that address again.`,
    ],
  })
