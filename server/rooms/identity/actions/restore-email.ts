import type { BaseCtx } from '../../../platform/context.ts'
import { deleteUnvouchedLinks } from '../store/external-identities.ts'
import { type OneTimeToken, retireSince } from '../store/one-time-tokens.ts'
import { removeSecondFactorSince } from '../store/second-factors.ts'
import { revokeSessions } from '../store/sessions.ts'
import { forgetPassword, type User } from '../store/users.ts'
import { mailUser } from './mail-user.ts'
import { moveToEmail } from './move-to-email.ts'
import { sendResetLink } from './send-reset-link.ts'

/**
 * Takes a change of address back: every session ends, and a link to set a new password goes to the address, as the
 * present one is known to somebody else. Throws as moveToEmail does.
 */
export async function restoreEmail(ctx: BaseCtx, token: OneTimeToken): Promise<User> {
  const { former, user } = await moveToEmail(ctx, token)
  // Who moved the account on from here can't take it again with links of their own.
  await retireSince(ctx, token)
  await revokeSessions(ctx, { userId: user.id }, 'email change taken back')
  // Who moved it may have set up a second factor that its owner has no codes of.
  await removeSecondFactorSince(ctx, user.id, token)
  // Nor keeps a login at another provider that they linked.
  await deleteUnvouchedLinks(ctx, user.id, user.email.toLowerCase())
  // Who moved it knows the password.
  await forgetPassword(ctx, user.id)
  await mailUser(ctx, former, 'identity.email-restored', {
    subject: 'Your email address was changed back',
    preheader: 'You no longer log in with this address.',
    heading: 'Your email address was changed back',
    paragraphs: [
      `The owner of ${user.email} has taken the change to ${former.email} back. Everybody was logged out, and the password no longer works.`,
    ],
    afterword: [`If that was not you, ask for a new password at ${user.email}, which is the address again.`],
  })
  await sendResetLink(ctx, user.email)
  return user
}
